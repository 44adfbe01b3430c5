/**
 * The words of time expressions in English, Russian, German, Spanish, French, Italian and Portuguese, folded
 * (lower case, no diacritics), and the phrases of Chinese, Japanese and Korean.
 *
 * @module
 */

const entries = <V>(list: string, value: V): ReadonlyArray<readonly [string, V]> =>
  list.split(" ").map((word) => [word, value] as const)

const numbered = (lists: ReadonlyArray<string>, first: number): ReadonlyMap<string, number> =>
  new Map(lists.flatMap((list, index) => entries(list, index + first)))

/** Months, 1 to 12. */
export const monthNames: ReadonlyMap<string, number> = numbered(
  [
    "january januar enero janvier gennaio janeiro январь января январю январе январем",
    "february februar febrero fevrier febbraio fevereiro февраль февраля февралю феврале февралем",
    "march marz marzo mars marco март марта марту марте мартом",
    "april abril avril aprile апрель апреля апрелю апреле апрелем",
    "may mai mayo maggio maio май мая маю мае маем",
    "june juni junio juin giugno junho июнь июня июню июне июнем",
    "july juli julio juillet luglio julho июль июля июлю июле июлем",
    "august agosto aout август августа августу августе августом",
    "september septiembre settembre septembre setembro сентябрь сентября сентябрю сентябре сентябрем",
    "october oktober octubre octobre ottobre outubro октябрь октября октябрю октябре октябрем",
    "november noviembre novembre novembro ноябрь ноября ноябрю ноябре ноябрем",
    "december dezember diciembre decembre dicembre dezembro декабрь декабря декабрю декабре декабрем",
  ],
  1,
)

/** Abbreviations, which are months only beside a number. */
export const monthAbbreviations: ReadonlyMap<string, number> = numbered(
  [
    "jan янв ene",
    "feb фев",
    "mar мар",
    "apr апр abr",
    "mai",
    "jun июн",
    "jul июл",
    "aug авг ago",
    "sep sept сен",
    "oct okt окт",
    "nov ноя",
    "dec dez dic дек",
  ],
  1,
)

/** Months that are other words or first names as well: months only beside a number or after a word below. */
export const ambiguousMonths: ReadonlySet<string> = new Set(
  "may march april june mars marco mai марта".split(" "),
)

/** Words before an ambiguous month that make it one. */
export const monthPrepositions: ReadonlySet<string> = new Set(
  `in of during early late mid since until till by last next this every before after im en au до с конце начале
  середине`.split(/\s+/),
)

/** Days of the week, 0 for Monday. */
export const weekdayNames: ReadonlyMap<string, number> = numbered(
  [
    "monday montag lunes lundi lunedi понедельник понедельника",
    "tuesday dienstag martes mardi martedi вторник вторника",
    "wednesday mittwoch miercoles mercredi mercoledi среду среда",
    "thursday donnerstag jueves jeudi giovedi четверг четверга",
    "friday freitag viernes vendredi venerdi пятницу пятница",
    "saturday samstag sonnabend sabado samedi sabato субботу суббота",
    "sunday sonntag domingo dimanche domenica воскресенье",
  ],
  0,
)

/** Single words for a day, as days from today. */
export const dayWords: ReadonlyMap<string, number> = new Map([
  ...entries("позавчера vorgestern anteayer", -2),
  ...entries("yesterday вчера gestern ayer hier ieri ontem", -1),
  ...entries("today tonight сегодня heute hoy oggi hoje", 0),
  ...entries("tomorrow завтра domani amanha demain", 1),
  ...entries("послезавтра ubermorgen", 2),
])

/** A stretch of the calendar. */
export type CalendarUnit = "day" | "week" | "month" | "year"

/** Names of units in the forms that stand after numbers and adjectives. */
export const unitNames: ReadonlyMap<string, CalendarUnit> = new Map<string, CalendarUnit>([
  ...entries(
    "day days night день дня дней tag tage tagen dia dias jour jours giorno giorni",
    "day" as const,
  ),
  ...entries(
    "week weeks неделя неделю недели неделе недель woche wochen semana semanas semaine semaines settimana settimane",
    "week" as const,
  ),
  ...entries(
    "month months месяц месяца месяце месяцев monat monate monaten mes meses mois mese mesi",
    "month" as const,
  ),
  ...entries(
    "year years год года году лет jahr jahre jahren ano anos an ans annee annees anno anni",
    "year" as const,
  ),
])

/** Adjectives beside a unit, a month or a day of the week: before, within or after now. */
export const directionWords: ReadonlyMap<string, number> = new Map([
  ...entries(
    "last past previous прошлой прошлом прошлую прошлый прошлое прошлого letzte letzten letzter letztes letztem vorige vorigen voriges",
    -1,
  ),
  ...entries("pasada pasado derniere dernier scorsa scorso passada passado", -1),
  ...entries(
    "this current этой этом эту этот diese diesen dieser dieses diesem esta este questa questo",
    0,
  ),
  ...entries(
    "next coming following следующей следующем следующую следующий будущем nachste nachsten nachster nachstes kommende kommenden",
    1,
  ),
  ...entries("proxima proximo prochaine prochain prossima prossimo", 1),
])

/** Number words up to twelve, with the vague ones at the value people mean. */
export const numberWords: ReadonlyMap<string, number> = numbered(
  [
    "a an one один одну одна ein eine einem einer einen un una une uno um uma",
    "two couple два две пару zwei dos deux due dois duas",
    "three few три несколько drei tres trois tre",
    "four четыре vier cuatro quatre quattro quatro",
    "five пять funf cinco cinq cinque",
    "six шесть sechs seis sei",
    "seven семь sieben siete sept sette sete",
    "eight восемь acht ocho huit otto oito",
    "nine девять neun nueve neuf nove",
    "ten десять zehn diez dix dieci dez",
    "eleven одиннадцать elf once onze undici",
    "twelve двенадцать zwolf doce douze dodici doze",
  ],
  1,
)

/** After "number unit": the time is past. */
export const agoWords: ReadonlySet<string> = new Set("ago back earlier назад fa atras".split(" "))
/** Before "number unit": the time is past. */
export const beforeAgoWords: ReadonlySet<string> = new Set(["vor", "hace", "ha"])
/** Before "number unit": the time is to come. */
export const inWords: ReadonlySet<string> = new Set(["in", "через", "dentro", "dans", "tra", "fra"])
/** Words that may stand between a day, a month and a year, or inside "a couple of weeks". */
export const linkWords: ReadonlySet<string> = new Set(["of", "de", "del", "di", "the"])
/** Before a day of the week: a certain one is meant. */
export const onWords: ReadonlySet<string> = new Set(["on", "в", "во", "am", "el", "le"])

/** Phrases of scripts without spaces: the unit they name and how many units from now. */
export const phrases: ReadonlyArray<readonly [phrase: string, unit: CalendarUnit, count: number]> =
  [
    ["前天", "day", -2],
    ["一昨日", "day", -2],
    ["그저께", "day", -2],
    ["昨天", "day", -1],
    ["昨日", "day", -1],
    ["昨夜", "day", -1],
    ["어제", "day", -1],
    ["今天", "day", 0],
    ["今日", "day", 0],
    ["오늘", "day", 0],
    ["明天", "day", 1],
    ["明日", "day", 1],
    ["내일", "day", 1],
    ["后天", "day", 2],
    ["後天", "day", 2],
    ["上周", "week", -1],
    ["上週", "week", -1],
    ["上星期", "week", -1],
    ["先週", "week", -1],
    ["지난주", "week", -1],
    ["这周", "week", 0],
    ["今週", "week", 0],
    ["이번 주", "week", 0],
    ["下周", "week", 1],
    ["下週", "week", 1],
    ["来週", "week", 1],
    ["다음 주", "week", 1],
    ["上个月", "month", -1],
    ["上個月", "month", -1],
    ["先月", "month", -1],
    ["지난달", "month", -1],
    ["下个月", "month", 1],
    ["来月", "month", 1],
    ["다음 달", "month", 1],
    ["去年", "year", -1],
    ["작년", "year", -1],
    ["今年", "year", 0],
    ["올해", "year", 0],
    ["明年", "year", 1],
    ["来年", "year", 1],
    ["내년", "year", 1],
  ]

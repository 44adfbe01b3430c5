/**
 * Words that carry grammar rather than meaning, by language, in folded form (lower case, no diacritics).
 * They are left out of an index, tell the languages of Latin script apart, and come back as terms only when
 * a text has nothing else.
 *
 * @module
 */

/** Languages of Latin script that are told apart; the order is the order of preference between equals. */
export const latinLanguages = ["en", "de", "es", "fr", "it", "pt"] as const

/** A language of Latin script. */
export type LatinLanguage = (typeof latinLanguages)[number]

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter(Boolean))

/** Function words by language of Latin script. */
export const latinFunctionWords: Readonly<Record<LatinLanguage, ReadonlySet<string>>> = {
  en: list(`a about am an and any are as at be been being but by can cannot could did do does doing for from
    had has have having he her hers him his how i if in into is it its may me might must my myself no not of
    on or our ours shall she should so some such than that the their theirs them themselves then there these
    they this those to too us was we were what when where which while who whom whose why will with would you
    your yours yourself im ive dont`),
  de: list(`aber alle als am an auch auf aus bei beim bin bis bist da das dass dein deine dem den der des die
    dich dir doch du durch ein eine einem einen einer eines er es euch euer fur haben habe hast hat hatte
    ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ins ist ja jede jeden jeder jedes kann kein keine
    man mein meine meinem meinen meiner mich mir mit nach nicht noch nur ob oder ohne sehr sein seine seinem
    seinen seiner seit sich sie sind so um und uns unser unsere unter viel viele vom von vor wann war waren
    warum was weil welche welchem welchen welcher welches wem wen wenn wer werden wessen wie wir wird wo
    woher wohin wurde zu zum zur uber`),
  es: list(`a adonde al algo ante antes aquel como con cual cuales cuando cuanto cuantos de del desde donde
    e el ella ellas ellos en entre era eran es esa ese eso esta estaba estan estar este esto estos fue fueron
    ha han hasta hay la las le les lo los mas me mi mis muy ni no nos nosotros o os para pero por porque
    puede que quien quienes se ser si sin sobre son soy su sus tambien te tiene tienen tu tus u un una unas
    uno unos y ya yo`),
  fr: list(`a ai ainsi alors au aussi aux avec avez avons c ca ce ces cet cette chez combien comme comment d
    dans de des donc du elle elles en est et etait etre eu eux fut il ils j je l la le les leur leurs lui m
    ma mais me meme mes moi mon n ne nos notre nous on ont ou par pas pour pourquoi qu quand que quel quelle
    quelles quels qui s sa sans se ses si soit son sont sous suis sur t ta te tes toi ton tu un une vos votre
    vous y`),
  it: list(`a ad agli ai al alla alle allo anche c che chi ci come con cosa cui d da dagli dai dal dalla dalle
    degli dei del della delle dello di dove e ed era erano gli ha hai hanno ho i il in io l la le lei li lo
    loro lui ma mi mia mie miei mio ne negli nei nel nella nelle noi non nostro o per perche piu qual quale
    quali quando quanti quanto questa questo qui se sei si sia siamo sono su sua sue sugli sui sul sulla suo
    suoi tra tu tua tuo un una uno vi voi`),
  pt: list(`a ao aos aquela aquele as ate com como da das de dela dele deles depois do dos e ela elas ele eles
    em entre era eram essa esse esta estao estar estava este eu foi foram ha isso isto ja lhe mais mas me meu
    meus minha minhas muito na nao nas nem no nos o onde os ou para pela pelas pelo pelos por porque qual
    quais quando que quem se sem ser seu seus sua suas sao tambem te tem tenho teu tua um uma voce voces`),
}

/** Function words of Cyrillic script: Russian, and the commonest of Ukrainian. */
export const cyrillicFunctionWords =
  list(`а без был была были было бы в вам вами вас ваш ваша во вот все всех
  всю вы где да для до его ее если есть еще же за и из или им их к как какая какие какого какое какой каком
  какую кем ко когда кого кому которая которое которой которую которые который кто куда ли мне мной мои мой
  мы на над нам нами нас наш наша наши не него нее ней нет ни них но ну о об он она они оно от откуда по
  под почему при про с сам сама свои свой свою себе себя со так такая такие такой там тебе тебя то тоже тот
  ту ты у уже чего чей чем что чтобы чья эта эти это этого этой этом этот эту я меня
  і й та що як або але від при це є був була були мене мені тобі які який яка яке`)

/** Function words of Greek. */
export const greekFunctionWords =
  list(`ο η το οι τα του τησ των τον την τη τουσ τισ και κι να θα δε δεν μη μην
  με σε για απο ωσ προσ κατα παρα αντι στο στον στη στην στα στουσ στισ στου στησ ειναι ηταν εχει εχουν
  εχω ειμαι τι ποιοσ ποια ποιο ποιον ποιεσ που πωσ ποτε γιατι ποσο οτι οταν αν η μου σου μασ σασ αυτο αυτοσ
  αυτη αυτα ενασ μια ενα εναν αλλα ομωσ πολυ και`)

/** Function words of Arabic script: Arabic and the commonest of Persian. */
export const arabicFunctionWords =
  list(`في من الي علي عن مع هو هي هم انا انت نحن هذا هذه ذلك تلك التي الذي
  الذين ما ماذا متي اين كيف لماذا هل كم اي ان او ثم لا لم لن قد كان كانت يكون لدي عند و ف ب ل ال كل بعد قبل
  بين كما لكن اذا حتي منذ ام به بها له لها فيه فيها عليه عليها الا از به که در را است اين آن`)

/** Function words of Hebrew, in folded form (no final letters). */
export const hebrewFunctionWords =
  list(`של את על אל עמ לא אני אתה הוא היא הנ המ אנחנו זה זאת זו אלה כי אמ או
  גמ רק כל מה מי איפה מתי איכ למה כמה לאנ מאינ איזה איזו יש אינ היה היתה היו להיות עד אצל אבל כבר עוד לי לו
  לה לכ לנו להמ שלי שלו שלה שלכ שלנו שלהמ אותו אותה אותי`)

/** Function words of Devanagari script, in folded form (no nukta, chandrabindu as anusvara). */
export const devanagariFunctionWords = list(`का की के को में से पर ने है हैं था थी थे हो हुआ हुई हुए और या
  एक यह वह ये वे इस उस इन उन इसका उसका उसकी उसके उसे मैं तू तुम आप हम मेरा मेरी मेरे जो कि क्या कब कहां कौन
  कौनसा किसे किस किसका किसकी कैसे क्यों कितना कितने कितनी तक भी ही तो न नहीं लिए साथ कर करना करता करती करते
  रहा रही रहे गया गई गए जाता जाती सी सा`)

/**
 * Pronouns of the two persons who talk, each with the one form that stands for all of theirs: unlike other
 * function words they are indexed, so that "who am I" can be answered.
 */
export const personalPronouns: ReadonlyMap<string, string> = new Map(
  [
    "i i me my mine myself im ive",
    "you you your yours yourself",
    "we we us our ours",
    "я я меня мне мной мой моя мое мои мою моего моей моих",
    "ты ты тебя тебе тобой твой твоя твое твои вы вас вам вами ваш ваша ваше ваши",
    "ich ich mich mir mein meine meinem meinen meiner",
    "du du dich dir dein deine",
    "yo yo mi mis",
    "je je moi mon ma mes",
    "io io mio mia miei mie",
    "eu eu meu minha meus minhas",
  ].flatMap((line) => {
    const [canonical = "", ...forms] = line.split(" ")
    return forms.map((form) => [form, canonical] as const)
  }),
)

/** Spellings whose capitals make a function word a name or an institution. */
export const namesLikeFunctionWords: ReadonlySet<string> = list("IT US WHO Will May")

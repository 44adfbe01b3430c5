/**
 * English verbs and nouns whose forms share no ending with their base: the base of each form.
 * A form that is also a common word of its own ("left", "saw", "found") stays out, and so do verbs that say
 * little ("went", "made", "told"): joined with their base they only become commoner.
 *
 * @module
 */

const lines = `ate eaten>eat
bought>buy
brought>bring
built>build
caught>catch
chose chosen>choose
drank drunk>drink
drew drawn>draw
drove driven>drive
fed>feed
flew flown>fly
forgot forgotten>forget
gave given>give
grew grown>grow
hid hidden>hide
lent>lend
rode ridden>ride
sang sung>sing
sent>send
slept>sleep
sold>sell
spent>spend
spoke spoken>speak
stole stolen>steal
swam swum>swim
taught>teach
threw thrown>throw
woke woken>wake
won>win
wore worn>wear
wrote written>write
broke broken>break
fell fallen>fall
fought>fight
froze frozen>freeze
shook shaken>shake
sought>seek
children>child
feet>foot
geese>goose
men>man
mice>mouse
people>person
teeth>tooth
women>woman
wives>wife
lives>life
knives>knife
leaves>leaf
shelves>shelf
wolves>wolf
halves>half`

/** The base of an irregular form. */
export const irregularEnglish: ReadonlyMap<string, string> = new Map(
  lines.split("\n").flatMap((line) => {
    const [forms = "", base = ""] = line.split(">")
    return forms.split(" ").map((form) => [form, base] as const)
  }),
)

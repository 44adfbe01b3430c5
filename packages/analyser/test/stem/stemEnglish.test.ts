import { assert, describe, it } from "@effect/vitest"
import { stemEnglish } from "../../src/stem/stemEnglish.ts"

/** From the examples of the algorithm's own description, and what inflection does to common words. */
const stems = `caresses>caress ponies>poni ties>ti caress>caress cats>cat feed>feed agreed>agre plastered>plaster
  bled>bled motoring>motor sing>sing conflated>conflat troubled>troubl sized>size hopping>hop tanned>tan
  falling>fall hissing>hiss fizzed>fizz failing>fail filing>file happy>happi sky>sky relational>relat
  conditional>condit rational>ration valenci>valenc digitizer>digit radically>radic differently>differ
  vilely>vile analogously>analog vietnamization>vietnam predication>predic operator>oper feudalism>feudal
  decisiveness>decis hopefulness>hope callousness>callous formality>formal sensitivity>sensit
  sensibility>sensibl triplicate>triplic formative>form formalize>formal electricity>electr electrical>electr
  hopeful>hope goodness>good revival>reviv allowance>allow inference>infer airliner>airlin adjustable>adjust
  defensible>defens irritant>irrit replacement>replac adjustment>adjust dependent>depend adoption>adopt
  communism>commun activate>activ angularity>angular homologous>homolog effective>effect bowdlerize>bowdler
  probate>probat rate>rate cease>ceas controll>control roll>roll decision>decis companion>companion a>a is>is`

describe("stemEnglish", () => {
  it.each(stems.split(/\s+/).map((pair) => pair.split(">")))("takes %s to %s", (word, stem) => {
    assert.strictEqual(stemEnglish(word), stem)
  })

  it("takes irregular forms to the stem of their base", () => {
    for (const [form, base] of [
      ["bought", "buying"],
      ["written", "writes"],
      ["children", "child"],
      ["knives", "knife"],
      ["mice", "mouse"],
    ] as const) {
      assert.strictEqual(stemEnglish(form), stemEnglish(base))
    }
  })
})

import { assert, describe, it } from "@effect/vitest"
import { stemRussian } from "../../src/stem/stemRussian.ts"

/** Pairs that the published algorithm gives for common words. */
const stems = `в>в вавиловка>вавиловк вагнера>вагнер вагон>вагон вагона>вагон вагоне>вагон вагонов>вагон
  важная>важн важнее>важн важнейшие>важн важничал>важнича важно>важн важного>важн важном>важн важность>важност
  вам>вам вами>вам павильон>павильон павильонам>павильон падает>пада падал>пада падая>пад
  бегавшая>бега бегать>бега открываются>открыва открывался>открыва купившись>куп`

describe("stemRussian", () => {
  it.each(stems.split(/\s+/).map((pair) => pair.split(">")))("takes %s to %s", (word, stem) => {
    assert.strictEqual(stemRussian(word), stem)
  })

  it("drops the vowel that comes and goes before a final к or ц", () => {
    for (const [form, base] of [
      ["кошек", "кошка"],
      ["песок", "песка"],
      ["отец", "отца"],
      ["человек", "человека"],
    ] as const) {
      assert.strictEqual(stemRussian(form), stemRussian(base))
    }
  })

  it("keeps a word without a vowel", () => {
    assert.strictEqual(stemRussian("вдв"), "вдв")
  })
})

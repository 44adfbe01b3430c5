/**
 * A store with what is costly to read: many memories, one person in many of them, one memory that
 * rests on many and is a member of much, and memories whose status moved often.
 *
 * @module
 */
import { open, type Reminisce, unwrap } from "reminisce"
import { makeCorpus } from "../recall/corpus.ts"
import { BULK, seedEngine } from "../recall/engine.ts"

/** Whose memories they are, as `openEngine` has it. */
export const OWNER = "bench:recall"
export const HUB = "hub"
export const PERSON = "carol"

export const KIND = { aspects: ["semantic"], basis: "told" } as const

const LAYERS = 5
const PER_LAYER = 1_000
const GROUNDS = 10
const HUB_GROUNDS = 16
const ASSOCIATIONS = 200
const MEMBERS = 64
const ABOUT_PERSON = 5_000
const MOVED = 300

export const buildStore = async (file: string, memories: number): Promise<void> => {
  await seedEngine(file, makeCorpus(memories), memories)
  const reminisce = unwrap(await open({ filename: file, durability: "relaxed" }))
  await addAncestry(reminisce)
  await addAssociations(reminisce)
  await addPerson(reminisce)
  await addMoves(reminisce)
  await reminisce.close()
}

const layerKey = (layer: number, i: number): string => `layer_${layer}_${i % PER_LAYER}`

const addAncestry = async (reminisce: Reminisce): Promise<void> => {
  for (let layer = 0; layer < LAYERS; layer++) {
    const requests = Array.from({ length: PER_LAYER }, (_, i) => ({
      key: layerKey(layer, i),
      ...KIND,
      content: `Conclusion number ${i} of layer ${layer} from what is beneath it`,
      ...(layer === 0
        ? {}
        : {
            derivedFrom: Array.from({ length: GROUNDS }, (_, n) => layerKey(layer - 1, i + n * 97)),
          }),
    }))
    unwrap(await reminisce.rememberMany(OWNER, requests))
  }
  const derivedFrom = Array.from({ length: HUB_GROUNDS }, (_, n) => layerKey(LAYERS - 1, n * 61))
  unwrap(
    await reminisce.remember(OWNER, {
      ...KIND,
      key: HUB,
      content: "What all of it comes to",
      derivedFrom,
    }),
  )
}

const addAssociations = async (reminisce: Reminisce): Promise<void> => {
  for (let n = 0; n < ASSOCIATIONS; n++) {
    const others = Array.from({ length: MEMBERS - 1 }, (_, i) => layerKey(i % LAYERS, n * 31 + i))
    unwrap(await reminisce.relate(OWNER, "association", [HUB, ...new Set(others)]))
  }
}

const addPerson = async (reminisce: Reminisce): Promise<void> => {
  for (let from = 0; from < ABOUT_PERSON; from += BULK) {
    const requests = Array.from({ length: BULK }, (_, i) => ({
      ...KIND,
      content: `Carol said thing ${from + i} about the harbour and the letters`,
      subjects: [{ ref: PERSON, consentScope: "bench" }],
    }))
    unwrap(await reminisce.rememberMany(OWNER, requests))
  }
}

const addMoves = async (reminisce: Reminisce): Promise<void> => {
  for (let i = 0; i < MOVED; i++) {
    unwrap(await reminisce.forget(OWNER, layerKey(0, i)))
    unwrap(await reminisce.unforget(OWNER, layerKey(0, i)))
  }
}

import { open, unwrap } from "reminisce"

const memory = unwrap(await open({ filename: "memory.db" }))
const owner = "agent:alice"

const gate = unwrap(
  await memory.remember(owner, {
    content: "The north gate opens at dawn.",
    aspects: ["episodic"],
    basis: "observed",
    sources: ["doc:gates"],
    facets: [["place", "north gate"]],
  }),
)

const found = unwrap(await memory.recall(owner, "when does the gate open"))
console.log(found.memories[0]?.content, found.scanned) // The north gate opens at dawn. 1

const why = unwrap(await memory.why(owner, gate.key, { depth: 5 }))
console.log(why.sources) // [ 'doc:gates' ]

unwrap(await memory.forget(owner, gate.key, { reason: "the gate was rebuilt" }))
console.log(unwrap(await memory.recall(owner, "when does the gate open")).memories) // []

await memory.close()

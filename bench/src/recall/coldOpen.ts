/**
 * Milliseconds from opening a file to the first answer, in this process, which has done nothing else
 * but import: the file, then the question.
 *
 * @module
 */
import { openEngine } from "./engine.ts"

const [file = "", question = ""] = process.argv.slice(2)
const started = performance.now()
const engine = await openEngine(file)
await engine.recall(question)
process.stdout.write(`${performance.now() - started}`)
await engine.close()

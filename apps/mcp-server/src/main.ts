#!/usr/bin/env node
// Starts what is in server.js, which Node keeps compiled from the second start on. Holds nothing else, so
// that it can be read by any Node and speak up where one is too old.
import * as module from "node:module"

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(`reminisce-mcp needs Node 22.19 or newer; this is ${process.version}\n`)
  process.exit(1)
}
module.enableCompileCache()
// A host kills its servers, so the compiled code is not left for the exit to be kept.
setTimeout(module.flushCompileCache, 500).unref()
// Put together, so that no bundler draws the one file into the other.
await import(new URL("server.js", import.meta.url).href)

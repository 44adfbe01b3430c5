import { defineConfig, type UserConfig } from "tsdown"
import { builtinsOnUse } from "./builtinsOnUse.ts"
import { thirdPartyNotices } from "./thirdPartyNotices.ts"

const shared: UserConfig = {
  format: "esm",
  platform: "node",
  target: "node22.19",
  fixedExtension: false,
  dts: false,
  minify: true,
  sourcemap: false,
  // All write into one folder.
  clean: false,
}

const whole: UserConfig = {
  ...shared,
  deps: { alwaysBundle: [/^(?!node:)/] },
  outputOptions: { codeSplitting: false },
  inputOptions: {
    resolve: { conditionNames: ["@reminisce/source", "node", "default"] },
  },
}

export default defineConfig([
  { ...shared, entry: { main: "src/main.ts" } },
  {
    ...whole,
    entry: { server: "src/server.ts" },
    plugins: [builtinsOnUse(), thirdPartyNotices()],
  },
  // Of nothing that is not in the server as well: the program of a thread, which the server looks for beside itself.
  {
    ...whole,
    entry: { analyseInThread: "../../packages/recall-engine/src/internal/analyseInThread.ts" },
  },
])

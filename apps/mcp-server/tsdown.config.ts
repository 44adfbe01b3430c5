import { defineConfig } from "tsdown"
import { thirdPartyNotices } from "./thirdPartyNotices.ts"

export default defineConfig({
  entry: { main: "src/main.ts" },
  format: "esm",
  platform: "node",
  target: "node22.19",
  fixedExtension: false,
  dts: false,
  minify: true,
  sourcemap: false,
  deps: { alwaysBundle: [/^(?!node:)/] },
  plugins: [thirdPartyNotices()],
  outputOptions: { codeSplitting: false },
  inputOptions: { resolve: { conditionNames: ["@reminisce/source", "import", "node", "default"] } },
})

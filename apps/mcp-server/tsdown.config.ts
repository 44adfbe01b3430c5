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
  // Both write into one folder.
  clean: false,
}

export default defineConfig([
  { ...shared, entry: { main: "src/main.ts" } },
  {
    ...shared,
    entry: { server: "src/server.ts" },
    deps: { alwaysBundle: [/^(?!node:)/] },
    plugins: [builtinsOnUse(), thirdPartyNotices()],
    outputOptions: { codeSplitting: false },
    inputOptions: {
      resolve: { conditionNames: ["@reminisce/source", "node", "default"] },
    },
  },
])

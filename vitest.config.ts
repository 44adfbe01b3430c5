import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

const conditions = ["@reminisce/source"]
const project = (name: string, ...include: ReadonlyArray<string>) => ({
  extends: true as const,
  test: { name, include: [...include] },
})

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // A busy machine is no fault of a test: these stop hangs only.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Tests wait for processes, servers and disks; left to itself, one core of two would stand idle.
    maxWorkers: "100%",
    // The processes that tests start compile the same sources again and again.
    env: {
      NODE_COMPILE_CACHE: fileURLToPath(
        new URL("node_modules/.cache/node-compile", import.meta.url),
      ),
    },
    setupFiles: [fileURLToPath(new URL("scripts/chance.ts", import.meta.url))],
    reporters: ["default", "./scripts/tally-reporter.ts"],
    projects: [
      project("repository", "test/**/*.test.ts"),
      project("packages", "packages/*/test/**/*.test.ts"),
      project("criteria", "criteria/src/**/*.criteria.test.ts"),
      project("apps", "apps/*/test/**/*.test.ts"),
      project("examples", "examples/**/*.test.ts"),
      project("bench", "bench/test/**/*.test.ts"),
    ],
  },
})

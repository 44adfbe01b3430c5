import type { Reporter, SerializedError, TestModule } from "vitest/node"

/** Closes the output with the plain line that CI reads: 'N passed, N failed'. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(
    modules: ReadonlyArray<TestModule>,
    unhandled: ReadonlyArray<SerializedError>,
  ): void {
    const count = { passed: 0, failed: unhandled.length, skipped: 0, pending: 0 }
    for (const module of modules) {
      let failedInside = false
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        count[state] += 1
        failedInside ||= state === "failed"
      }
      // A file that could not be imported, or whose hooks failed, has no failing test of its own.
      if (!failedInside && module.state() === "failed") count.failed += 1
    }
    const skipped = count.skipped + count.pending
    // Written when everything else has been: the default reporter prints its summary in the same hook.
    process.once("exit", () => {
      process.stdout.write(
        `${count.passed} passed, ${count.failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`,
      )
    })
  }
}

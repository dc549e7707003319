import type { Reporter, TestModule } from 'vitest/node'

/** Says why tests were skipped and ends the run with 'Tests: N passed, N failed, N skipped'. */
export default class PlainReporter implements Reporter {
  onTestRunEnd(
    modules: readonly TestModule[],
    unhandled: readonly unknown[],
    reason: 'passed' | 'interrupted' | 'failed',
  ): void {
    const count = { passed: 0, failed: unhandled.length, skipped: 0, pending: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const result = test.result()
        count[result.state]++
        if (result.state === 'skipped')
          say(`Skipped: ${test.fullName}: ${result.note ?? 'no reason given'}`)
      }
      count.failed += module.errors().length
    }
    // A worker that never starts or a failing beforeAll fails the run without failing any test.
    if (reason !== 'passed' && count.failed === 0) count.failed = 1
    say(`Tests: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`)
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

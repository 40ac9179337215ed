import type { Reporter, TestCase } from 'vitest/node';

/** Names the tests that failed first and passed when repeated: each of them is a fault of the test or of the product. */
export default class FlakyReporter implements Reporter {
  private readonly names: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.names.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd(): void {
    if (this.names.length > 0) process.stdout.write(`\nFlaky, passed when repeated:\n  ${this.names.join('\n  ')}\n`);
  }
}

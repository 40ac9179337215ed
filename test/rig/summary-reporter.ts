import type { Reporter, TestCase, TestModule } from 'vitest/node';

const SLOWEST = 10;

/** At the end: how long each part took, its slowest files, and the tests that passed only when repeated, each a fault of test or product. */
export default class SummaryReporter implements Reporter {
  private readonly flaky: string[] = [];
  private readonly files: { part: string; name: string; from: number; to: number }[] = [];
  private readonly started = new Map<string, number>();

  onTestModuleStart({ id }: TestModule): void {
    this.started.set(id, Date.now());
  }

  onTestModuleEnd({ id, project, relativeModuleId }: TestModule): void {
    const to = Date.now();
    this.files.push({ part: project.name, name: relativeModuleId, from: this.started.get(id) ?? to, to });
  }

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.flaky.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd(): void {
    const parts = [...Map.groupBy(this.files, ({ part }) => part)].map(([part, files]) => {
      const from = Math.min(...files.map((file) => file.from));
      const to = Math.max(...files.map((file) => file.to));
      return `${seconds(to - from)}  ${part}, ${files.length} files`;
    });
    const slowest = this.files
      .toSorted((one, other) => other.to - other.from - (one.to - one.from))
      .slice(0, SLOWEST)
      .map(({ part, name, from, to }) => `${seconds(to - from)}  ${part} ${name}`);
    say('Parts, some at the same time', parts);
    say('Slowest files', slowest);
    if (this.flaky.length > 0) say('Flaky, passed when repeated', this.flaky);
  }
}

function say(title: string, lines: string[]): void {
  process.stdout.write(`\n${title}:\n  ${lines.join('\n  ')}\n`);
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1).padStart(6)} s`;

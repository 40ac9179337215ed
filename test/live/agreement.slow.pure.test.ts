import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');

test('a minute of two operators on two servers, with cut connections and killed servers, leaves no page behind the database', {
  retry: 1,
}, async () => {
  const { code, out, err } = await benchAgreement('1');
  expect(err).not.toMatch(/DIFFERENCE|FAULT/);
  expect(code).toBe(0);
  // Without presses or comparisons there are no differences either.
  expect(out).toMatch(/presses made \| [1-9]\d* \+ [1-9]/);
  expect(out).toMatch(/comparisons \| [1-9]/);
});

function benchAgreement(minutes: string): Promise<{ code: number; out: string; err: string }> {
  const args = ['--import', './boot/runtime.mjs', 'bench/run.ts', 'agreement', minutes];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}

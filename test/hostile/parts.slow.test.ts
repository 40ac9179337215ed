import { expect, test } from 'vitest';
import { runFloods } from './floods.ts';
import { runGuard } from './guard.ts';
import { runHeaderNames } from './header-names.ts';
import { runMalformed } from './malformed.ts';
import type { Outcome } from './rig.ts';
import { runUploads } from './uploads.ts';

// A share of `npm run test:hostile`: every so manieth input of each list. Attacks on passwords are in api/throttle.test.ts.
test.each<[string, (part: number) => Promise<Outcome>, number]>([
  ['no closed route opens to odd addresses, methods and credentials', runGuard, 1 / 12],
  ['no header changes what others get', runHeaderNames, 1 / 40],
  ['malformed input is refused in words and changes nothing', runMalformed, 1 / 60],
  ['clients that read nothing take bounded memory', runFloods, 1 / 5],
  ['of hostile files nothing but clean pictures is kept', runUploads, 1 / 40],
])('%s', { timeout: 600_000 }, async (_name, run, part) => {
  const { inputs, findings } = await run(part);
  expect(findings).toEqual([]);
  expect(inputs).toBeGreaterThan(50);
});

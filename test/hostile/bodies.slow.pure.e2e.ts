import { expect, test } from 'vitest';
import { sanitizeBody } from '../../model/body/body.ts';
import { displayBody } from '../../model/body/display.ts';
import { sharedBrowser } from '../rig/browser/browser.ts';
import { showBodies } from '../rig/browser/witnesses.ts';
import { attempt, publicBodies, share } from './corpora.ts';

// The matrix of containers and payloads, random bodies, and the control of the witnesses are in test/body/body.pure.e2e.ts.
test('bodies of public collections do nothing once they are sanitised, and stay as they are the next time', async () => {
  const results = new Map<string, string>();
  for (const html of share(publicBodies(), 40)) {
    const result = attempt(() => sanitizeBody(html));
    if (result === undefined) continue;
    expect(sanitizeBody(result), html).toBe(result);
    results.set(await displayBody(result), html.slice(0, 200));
  }
  const bodies = [...results].map(([html, name]) => ({ name, html }));
  const { executed, violations, strange, finished } = await showBodies(await sharedBrowser(), bodies, { together: 20 });
  expect([...executed, ...violations, ...strange]).toEqual([]);
  expect(finished.size).toBe(new Set(bodies.map(({ name }) => name)).size);
  expect(bodies.length).toBeGreaterThan(50);
});

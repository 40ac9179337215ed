import { expect, test } from 'vitest';
import { sharedBrowser } from '../rig/browser/browser.ts';
import { hostileBodies } from '../rig/world/hostile-bodies.ts';
import { publicBodies, share } from './corpora.ts';
import { showOnPages } from './pages.ts';

test('hostile bodies do nothing on the article, the list, the home page and in the editor', async () => {
  const collected = share(publicBodies(), 1 / 300).map((html, at) => ({ name: `public ${at}`, html }));
  const bodies = [...collected, ...share(hostileBodies(), 1 / 500)];
  expect((await showOnPages(await sharedBrowser(), bodies)).findings).toEqual([]);
});

import type { Locator } from 'playwright-core';

export async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (!box) throw new Error('The button is not there.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export async function hold(target: Locator, isDone: () => Promise<unknown>): Promise<void> {
  // Waits until the button is stable, enabled and uncovered.
  await target.click({ trial: true });
  const page = target.page();
  const point = await middleOf(target);
  const thumb = await page.context().newCDPSession(page);
  await thumb.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await isDone();
  await thumb.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

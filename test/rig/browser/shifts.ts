import type { Frame, Page } from 'playwright-core';

/** As an init script: notes what moves on its own while a page is laid out. */
export function noteShifts(): void {
  type Shift = PerformanceEntry & { value: number; sources: { node: Element | null }[] };
  const shifts: string[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Shift[])
      shifts.push(`${value}: ${sources.map(({ node }) => node?.outerHTML?.slice(0, 120)).join(' ')}`);
  }).observe({ type: 'layout-shift', buffered: true });
}

export const shiftsOf = (page: Page | Frame): Promise<string[]> => page.evaluate(() => Reflect.get(window, 'shifts'));

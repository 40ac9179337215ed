import { afterAll, expect, onTestFinished, TestRunner } from 'vitest';
import { signIn } from '../rig/server.ts';
import { openFirefox } from './firefox.ts';
import type { TabOptions } from './tab.ts';
import { openWebKit } from './webkit.ts';

export const KEYS = { control: '\uE009', end: '\uE010', down: '\uE015' };

const BUTTON_DOWN = { type: 'pointerDown', button: 0 };
const BUTTON_UP = { type: 'pointerUp', button: 0 };

/** A browser as a person uses it. Every wait is a condition on the page. */
export type Person = Awaited<ReturnType<typeof openBrowser>>;

/** Until the end of the test that opens it; of the file where no test does. */
export async function openBrowser(options: Partial<TabOptions> = {}) {
  const open = process.env.TEST_BROWSER === 'webkit' ? openWebKit : openFirefox;
  const tab = await open({ width: 1280, height: 900, autoplay: true, ...options });
  if (TestRunner.getCurrentTest()) onTestFinished(tab.close);
  else afterAll(tab.close);
  const { run, perform } = tab;

  const down = (value: string) => ({ type: 'keyDown', value });
  const up = (value: string) => ({ type: 'keyUp', value });
  const strike = (actions: object[]) => perform([{ type: 'key', id: 'keyboard', actions }]);
  const press = (...keys: string[]) => strike([...keys.map(down), ...keys.toReversed().map(up)]);
  const type = (text: string) => strike(Array.from(text).flatMap((key) => [down(key), up(key)]));
  const find = async (selector: string, text = '') => {
    const seen = () => expect.poll(() => run(spotOf, selector, text), { message: `${selector} ${text}` });
    await seen().not.toBeNull();
    return run(spotOf, selector, text);
  };
  /** Clicks the middle of the first visible element that the selector finds and that contains the text. */
  const click = async (selector: string, text?: string) => {
    const spot = await find(selector, text);
    if (!spot) throw new Error(`${selector} ${text} moved away.`);
    const actions = [{ type: 'pointerMove', ...spot, duration: 0 }, BUTTON_DOWN, BUTTON_UP];
    await perform([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]);
  };
  return {
    ...tab,
    click,
    type,
    press,
    see: async (selector: string, text?: string) => void (await find(selector, text)),
    /** Clicks a field, selects what is in it and types over it. */
    fill: async (name: string, text: string) => {
      await click(`[name="${name}"]`);
      await press(KEYS.control, 'a');
      await type(text);
    },
  };
}

export async function enterPanel({ open, run }: Person, origin: string): Promise<string> {
  const token = await signIn(origin);
  await open(`${origin}/admin/login`);
  await run((given) => void Object.assign(localStorage, { authToken: given, cookieConsent: 'true' }), token);
  return token;
}

/** The middle of an element that nothing covers, scrolled into view; null while there is none. */
function spotOf(selector: string, text: string): { x: number; y: number } | null {
  for (const element of document.querySelectorAll(selector)) {
    if (!element.textContent?.includes(text)) continue;
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
    const there = document.elementFromPoint(x, y);
    if (there && (element.contains(there) || there.contains(element))) return { x, y };
  }
  return null;
}

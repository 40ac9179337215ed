import { test } from 'vitest';
import { hold } from '../rig/browser/thumb.ts';
import { needBrowser } from '../rig/needs.ts';
import { type Hands, runNight } from './night.ts';

const panel = await needBrowser();

const thumb: Hands = {
  press: (target) => target.tap(),
  write: (target, text) => target.fill(text),
  choose: (target) => target.selectOption({ index: 1 }),
  hold,
};

const THUMB = { hasTouch: true, isMobile: true };
test('the whole night runs from a phone by thumb alone', () => runNight(panel, thumb, THUMB));

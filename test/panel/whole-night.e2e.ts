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

test('the whole night runs from a phone by thumb alone', () =>
  runNight(panel, 'winner', thumb, { hasTouch: true, isMobile: true }));

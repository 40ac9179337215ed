import { afterAll } from 'vitest';
import { endBrowsers } from './tab.ts';

// Runs before each file of tests: a browser that a failed test left open ends with the file.
afterAll(endBrowsers);

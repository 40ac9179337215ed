import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { rampa } from '../rig/command.ts';

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'rampa-usage-'));

test.each([[], ['add'], ['add', 'a', 'b'], ['list', 'x'], ['link', 'a', 'b'], ['remove', 'admin'], ['toString', 'x']])(
  '`rampa admin` answers what it does not understand (%j %j) with its usage and exit code 2',
  async (...args) => {
    const { code, out, err } = await rampa(['admin', ...args.filter((arg) => arg !== undefined)], { DATA_DIR });
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('rampa admin password <имя>');
  },
);

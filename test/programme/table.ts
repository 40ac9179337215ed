import { expect } from 'vitest';
import type { TablePlan } from '../../model/programme/table-rows.ts';
import type { TestApp } from '../rig/app.ts';

/** Of rows as they are loaded at an address: the answer, the plan of what is right in form, and what becomes of each line. */
export function tableAt(t: TestApp, address: string) {
  const load = (rows: string[][], more: object = {}) => t.editor('POST', address, { rows, ...more });
  const plan = async (rows: string[][], more: object = {}): Promise<TablePlan> => {
    const answer = await load(rows, more);
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
    return answer.json();
  };
  return { load, plan, tryOut: (rows: string[][], more: object = {}) => plan(rows, { dryRun: true, ...more }) };
}

export const outcomes = ({ lines }: TablePlan) => lines.map(({ name, outcome }) => `${name} ${outcome}`);

/** Rows of cells that stand apart by a bar. */
export const cells = (...rows: string[]) => rows.map((row) => row.split('|').map((each) => each.trim()));

/** What a client knows of one thing that it writes: null is a thing that is not there. */
type Value = string | null;

interface Cell {
  /** What the last answer has confirmed. */
  confirmed: Value;
  /** Sent since then without an answer: each may have been done or not. */
  open: Value[];
  confirmations: number;
  /** Sent without an answer in all the time. */
  lost: number;
}

export interface Fault {
  key: string;
  expected: Value[];
  found: Value;
}

/** The client's own record of what was acknowledged: the server's data have to agree with it after every crash. */
export function createLedger() {
  const cells = new Map<string, Cell>();
  let touched = new Set<string>();

  function cellOf(key: string): Cell {
    const cell = cells.get(key) ?? { confirmed: null, open: [], confirmations: 0, lost: 0 };
    cells.set(key, cell);
    touched.add(key);
    return cell;
  }

  return {
    /** Sends one change and waits for its answer; the value counts from then on. Gives whether it was confirmed. */
    async write(key: string, value: Value, send: () => Promise<boolean>): Promise<boolean> {
      const cell = cellOf(key);
      cell.open.push(value);
      const isConfirmed = await send().catch(() => false);
      if (isConfirmed) {
        Object.assign(cell, { confirmed: value, open: [] });
        cell.confirmations += 1;
      }
      return isConfirmed;
    },
    /** Compares a thing with what is known of it. What was open is decided from then on by what was found. */
    settle(key: string, found: Value): Fault | undefined {
      const cell = cellOf(key);
      const expected = [cell.confirmed, ...cell.open];
      cell.lost += cell.open.length;
      Object.assign(cell, { confirmed: found, open: [] });
      return expected.includes(found) ? undefined : { key, expected, found };
    },
    keys: () => [...cells.keys()],
    /** Those written since this was asked last. */
    takeTouched(): string[] {
      const taken = [...touched];
      touched = new Set();
      return taken;
    },
    confirmations: () => cells.values().reduce((sum, cell) => sum + cell.confirmations, 0),
    lost: () => cells.values().reduce((sum, cell) => sum + cell.lost + cell.open.length, 0),
    /** How many changes of one thing were certainly made, and how many at most. */
    bounds(key: string): [number, number] {
      const cell = cellOf(key);
      return [cell.confirmations, cell.confirmations + cell.lost + cell.open.length];
    },
  };
}

export type Ledger = ReturnType<typeof createLedger>;

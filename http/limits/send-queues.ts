import { readFile } from 'node:fs/promises';

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];

/** Unacknowledged bytes in the kernel by socket inode, from `/proc/net/tcp`; empty on other systems. */
export async function sendQueues(): Promise<Map<number, number>> {
  const queues = new Map<number, number>();
  for (const table of TABLES) {
    const text = await readFile(table, 'latin1').catch(() => '');
    for (const [, bytes = '', inode] of text.matchAll(LINE)) {
      if (bytes !== '00000000') queues.set(Number(inode), Number.parseInt(bytes, 16));
    }
  }
  return queues;
}

/** Columns of proc_net_tcp.txt; group 1 is tx_queue (hex), group 2 the inode. */
const LINE = /^ *\d+: \S+ \S+ \S+ ([0-9A-F]{8}):\S+ \S+ \S+ +\d+ +\d+ (\d+)/gm;

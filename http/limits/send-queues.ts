import { readFile } from 'node:fs/promises';

/** IPv4, and IPv6 with IPv4 in its form. */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];

/** Bytes in the kernel that the other side has not acknowledged, by the inode of the socket. Empty where the system does not tell. */
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

/** Number, local and remote address, state, queues to send and to read, timer, retransmissions, user, timeout, inode: proc_net_tcp.txt. */
const LINE = /^ *\d+: \S+ \S+ \S+ ([0-9A-F]{8}):\S+ \S+ \S+ +\d+ +\d+ (\d+)/gm;

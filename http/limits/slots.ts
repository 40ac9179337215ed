import { isIPv6 } from 'node:net';

export type Slots = ReturnType<typeof createSlots>;

/** Limits concurrent responses, in all and per client network; `take` gives the release function. */
export function createSlots(room: { all: number; perNetwork: number }) {
  const perNetwork = new Map<string, number>();
  let all = 0;
  const taken = (network: string) => perNetwork.get(network) ?? 0;
  const has = (network: string) => all < room.all && taken(network) < room.perNetwork;
  return {
    hasRoomFor: (address: string): boolean => has(networkOf(address)),
    take(address: string): (() => void) | undefined {
      const network = networkOf(address);
      if (!has(network)) return undefined;
      all += 1;
      perNetwork.set(network, taken(network) + 1);
      return () => {
        all -= 1;
        if (taken(network) > 1) perNetwork.set(network, taken(network) - 1);
        else perNetwork.delete(network);
      };
    },
  };
}

/** Key of per-client limits: an IPv4 address, or the /64 of an IPv6 subscriber. Empty if the client has gone. */
export function networkOf(address = ''): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
  if (!isIPv6(plain)) return plain;
  const [left = '', right] = plain.toLowerCase().split('::');
  const groups = left.split(':').filter(Boolean);
  const missing = right === undefined ? 0 : 8 - groups.length - right.split(':').filter(Boolean).length;
  return `${[...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(right ?? '').split(':')].slice(0, 4).join(':')}::/64`;
}

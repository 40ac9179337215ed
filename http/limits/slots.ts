import { networkOf } from './client-network.ts';

interface Room {
  all: number;
  perNetwork: number;
}

export type Slots = ReturnType<typeof createSlots>;

/** Limits concurrent responses, in all and per client network; `take` gives the release function. */
export function createSlots(room: Room) {
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

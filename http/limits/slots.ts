import { networkOf } from './client-network.ts';

interface Room {
  all: number;
  perNetwork: number;
}

export type Slots = ReturnType<typeof createSlots>;

/** Limits how many answers of one kind are under way at the same time, in all and for each client network. */
export function createSlots(room: Room) {
  const perNetwork = new Map<string, number>();
  let all = 0;
  const taken = (network: string) => perNetwork.get(network) ?? 0;
  const has = (network: string) => all < room.all && taken(network) < room.perNetwork;
  return {
    hasRoomFor: (address: string): boolean => has(networkOf(address)),
    /** Takes a place and gives the function that frees it; undefined when there is none. */
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

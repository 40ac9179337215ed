type Shape = 'video' | 'upright' | 'track' | 'list' | 'post';

export interface Provider {
  title: string;
  /** Text of the link. */
  call: string;
  hosts: RegExp;
  /** Paths of players, as `<iframe>` codes hold them. */
  players?: RegExp;
  /** What may stand in `data-id`. */
  id: RegExp;
  /** Id by the address of a page or a player; not yet checked. */
  read: (url: URL) => string | undefined;
  /** Canonical address of the page; unique for each id. */
  page: (id: string) => string;
  /** Address of the player; undefined where there is none without scripts of the provider. */
  frame: (id: string) => string | undefined;
  /** Parameter of the player's address to begin at a second; absent where there is none. */
  start?: (second: number) => [name: string, value: string];
  shape: (id: string) => Shape;
  /** Where the server asks for title and poster. */
  source: { type: 'page' } | { type: 'json'; address: (id: string) => string };
  /** Hosts asked for the title, and hosts of posters; `.example.org` stands for its subdomains. */
  asked: readonly string[];
  images: readonly string[];
}

import type { MetaDescriptor } from 'react-router';
import { Player } from '../../player/player.tsx';
import type { PageHandle } from '../../root.tsx';

/** Framed by the Watch page. One response for every source: the query is read in the browser. */
export const handle: PageHandle = { isBare: true };

export function meta(): MetaDescriptor[] {
  return [{ title: 'Прямая трансляция' }, { name: 'robots', content: 'noindex' }];
}

export default function PlayerPage() {
  return <Player />;
}

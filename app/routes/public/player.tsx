import { useState } from 'react';
import type { MetaDescriptor } from 'react-router';
import { Film } from '../../player/film.tsx';
import type { PageHandle } from '../../root.tsx';

/** Framed by the Watch page. One response for every source: the query is read in the browser. */
export const handle: PageHandle = { isBare: true };

export function meta(): MetaDescriptor[] {
  return [{ title: 'Прямая трансляция' }, { name: 'robots', content: 'noindex' }];
}

export default function Player() {
  const [attempt, setAttempt] = useState(0);
  return <Film key={attempt} onRetry={() => setAttempt(attempt + 1)} />;
}

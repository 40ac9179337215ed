import { useState } from 'react';
import { Film } from './film.tsx';

/** The whole document of the player. Trying again starts it anew. */
export function Player() {
  const [attempt, setAttempt] = useState(0);
  return <Film key={attempt} onRetry={() => setAttempt(attempt + 1)} />;
}

import { useState } from 'react';
import { Film } from './film.tsx';

export function Player() {
  const [attempt, setAttempt] = useState(0);
  return <Film key={attempt} onRetry={() => setAttempt(attempt + 1)} />;
}

import { useEffect, useState } from 'react';

/** True while `isOn`, for at most `ms`. */
export function useBrief(isOn: boolean, ms: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    setOver(false);
    if (!isOn) return;
    const timer = setTimeout(() => setOver(true), ms);
    return () => clearTimeout(timer);
  }, [isOn, ms]);
  return isOn && !isOver;
}

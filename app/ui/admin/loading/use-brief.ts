import { useEffect, useState } from 'react';

/** Whether `isOn` has been true for less than `ms`. */
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

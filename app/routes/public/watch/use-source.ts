import { useEffect, useRef, useState } from 'react';
import type { WatchSettings } from '../../../../model/settings/watch/watch.ts';
import { identityOf, isForeign } from './frame.ts';

/** Failover: limits for starting and for stalling, in ms. */
const STARTS_WITHIN = 6000;
const STANDS_FOR = 2500;
/** Stored choice, valid for one active source: when the editor switches, it expires. */
const KEY = 'rampa.source';

interface Choice {
  id: string;
  /** `active_source` when chosen. */
  of: string | null;
}

export type Switch = { from: string; to: string } | undefined;

/** The editor's source, the visitor's, or a failover, once each: only our own player reports failures. */
export function useSource({ sources, active_source }: WatchSettings) {
  const [choice, setChoice] = useState<Choice>();
  const [switched, setSwitched] = useState<Switch>();
  const [tried, setTried] = useState<string[]>([]);
  const [offer, setOffer] = useState(active_source);
  if (offer !== active_source) {
    setOffer(active_source);
    setChoice(undefined);
    setSwitched(undefined);
    setTried([]);
  }
  const before = useRef<string | null>(undefined);
  useEffect(() => {
    if (before.current === undefined) setChoice(remembered(active_source));
    else if (before.current !== active_source) forget();
    before.current = active_source;
  }, [active_source]);

  const chosen = choice?.of === active_source ? choice.id : active_source;
  const find = (wanted: string | null | undefined) => sources.find(({ id }) => id === wanted);
  const shown = find(switched?.to) ?? find(chosen) ?? find(active_source) ?? sources[0];
  const next = sources.find(({ id }) => id !== shown?.id && !tried.includes(id));

  const leave = () => {
    if (!shown || !next) return;
    setTried([...tried, shown.id]);
    setSwitched({ from: shown.title, to: next.id });
  };
  const choose = (id: string) => {
    setTried([]);
    setSwitched(undefined);
    setChoice({ id, of: active_source });
    remember({ id, of: active_source });
  };
  const frame = useRef<HTMLIFrameElement>(null);
  useWatchdog(frame, shown && !isForeign(shown) ? identityOf(shown) : undefined, leave);
  return { shown, frame, choose, from: shown?.id === switched?.to ? switched?.from : undefined };
}

/** Calls `leave` when the framed player does not start, stalls or fails. Idle without `watched`. */
function useWatchdog(
  frame: { current: HTMLIFrameElement | null },
  watched: string | undefined,
  leave: () => void,
): void {
  const current = useRef(leave);
  useEffect(() => {
    current.current = leave;
  });
  useEffect(() => {
    if (watched === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leaveAfter = (duration: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => (document.hidden ? leaveAfter(STANDS_FOR) : current.current()), duration);
    };
    const hear = ({ source, origin, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow || origin !== location.origin || data?.type !== 'rampa-player')
        return;
      if (data.state === 'failed') leaveAfter(0);
      else if (data.state === 'stalled') leaveAfter(STANDS_FOR);
      else clearTimeout(timer);
    };
    addEventListener('message', hear);
    leaveAfter(STARTS_WITHIN);
    // The player may have started before hydration.
    frame.current?.contentWindow?.postMessage({ type: 'rampa-player-ask' }, location.origin);
    return () => {
      clearTimeout(timer);
      removeEventListener('message', hear);
    };
  }, [watched, frame]);
}

function remembered(offer: string | null): Choice | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Choice | null;
    return kept?.of === offer ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Not stored before a consent decision. */
function remember(choice: Choice): void {
  if (document.documentElement.dataset.consent === 'unset') return;
  try {
    localStorage.setItem(KEY, JSON.stringify(choice));
  } catch {
    // Storage is disabled: the choice lasts as long as the page.
  }
}

function forget(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {}
}

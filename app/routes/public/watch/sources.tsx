import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { KIND_MISSED, markText } from '../../../../model/settings/watch/marks.ts';
import type { Source } from '../../../../model/settings/watch/sources.ts';
import type { WatchSettings } from '../../../../model/settings/watch/watch.ts';
import { readKept, storeKept } from '../../../player/kept.ts';
import { identityOf, isForeign } from './frame.ts';

/** Failover: limits for starting and for stalling, in ms. */
const START_TIMEOUT = 6000;
const STALL_TIMEOUT = 2500;
const KEY = 'rampa.source';

type Switch = { from: string; to: string } | undefined;

interface Props {
  watch: Pick<WatchSettings, 'sources' | 'active_source'>;
  /** Frame of the player, which reports its playback. */
  frame: RefObject<HTMLIFrameElement | null>;
  addressOf: (source: Source) => string;
  onShow: (id: string) => void;
}

/** Which of several sources is shown, and why. Links to the players until hydration; then they switch in place. */
export default function Sources({ watch, frame, addressOf, onShow }: Props): ReactNode {
  const { shown, choose, from, isGone, missed } = useSource(watch, frame);
  const { id } = shown ?? {};
  useEffect(() => {
    if (id !== undefined) onShow(id);
  }, [id, onShow]);
  const { sources } = watch;
  const hasMarks = sources.some(({ kind, language }) => kind ?? language);
  return (
    <nav className="wrap quiet" aria-label="Источник эфира">
      {from && (
        <p role="status">
          «{from}» {isGone ? 'больше не идёт' : 'не отвечает'}. Показываем «{shown?.title}».
          {missed && ` Пока без ${KIND_MISSED[missed]}.`}
        </p>
      )}
      <p>{hasMarks ? 'Другие версии эфира и запасные источники:' : 'Не показывает? Выберите другой источник:'}</p>
      <ul className="pills">
        {sources.map((source) => (
          <li key={source.id}>
            <a
              href={addressOf(source)}
              target="_blank"
              rel="noopener"
              aria-current={source.id === id || undefined}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                choose(source.id);
              }}
            >
              {source.title}
              <Mark source={source} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Left out when the title names the language. Names of languages may differ between server and browser. */
function Mark({ source }: { source: Source }) {
  const mark = markText(source);
  if (mark === '' || source.title.toLowerCase().includes(mark.toLowerCase())) return null;
  return <span suppressHydrationWarning>{mark}</span>;
}

/** The editor's source, the visitor's, or a failover, once each: only our own player reports failures. */
function useSource(
  { sources, active_source }: Pick<WatchSettings, 'sources' | 'active_source'>,
  frame: RefObject<HTMLIFrameElement | null>,
) {
  const [choice, setChoice] = useState<Choice>();
  const [switched, setSwitched] = useState<Switch>();
  const [tried, setTried] = useState<string[]>([]);
  const [offer, setOffer] = useState(active_source);
  const find = (wanted: string | null | undefined) => sources.find(({ id }) => id === wanted);
  const active = find(active_source) ?? sources[0];
  const isKept = choice !== undefined && isLasting(choice, active);
  const chosen = choice && chosenSource(choice, sources, active);
  if (offer !== active_source) {
    setOffer(active_source);
    if (!isKept) setChoice(undefined);
    // A kept choice that failed is not tried again: its viewers follow the active source.
    setSwitched(isKept && switched && active ? { ...switched, to: active.id } : undefined);
    setTried(isKept && switched && chosen ? [chosen.id] : []);
  }
  useStoredChoice(active, setChoice);

  const [seen, setSeen] = useState<string>(); // title of the chosen source that was shown last
  if (chosen && chosen.title !== seen) setSeen(chosen.title);
  const wanted = chosen ?? active;
  const shown = find(switched?.to) ?? wanted;
  const left = sources.filter(({ id }) => id !== shown?.id && !tried.includes(id));
  const next = nextSource(left, wanted);

  const leave = () => {
    if (!shown || !next) return;
    setTried([...tried, shown.id]);
    setSwitched({ from: shown.title, to: next.id });
  };
  const choose = (id: string) => {
    setTried([]);
    setSwitched(undefined);
    const { kind, language } = find(id) ?? {};
    const made = { id, of: active_source, kind, language };
    setChoice(made);
    storeKept(KEY, made);
  };
  useWatchdog(frame, shown && !isForeign(shown) ? identityOf(shown) : undefined, leave);
  const isSwitched = shown !== undefined && shown.id === switched?.to;
  const isGone = isKept && !chosen && !isSwitched;
  const from = isSwitched ? switched.from : isGone ? seen : undefined;
  const kind = isKept ? choice.kind : undefined;
  return { shown, choose, from, isGone, missed: kind === shown?.kind ? undefined : kind };
}

/** An ordinary choice is dropped when the editor switches the active source. */
function useStoredChoice(active: Source | undefined, setChoice: (choice: Choice | undefined) => void): void {
  const before = useRef<string>(undefined);
  useEffect(() => {
    const kept = readKept<Choice>(KEY);
    if (before.current === undefined) setChoice(kept);
    else if (before.current !== active?.id && kept && !isLasting(kept, active)) storeKept(KEY, null);
    before.current = active?.id;
  }, [active, setChoice]);
}

/** The visitor's choice: kept on the device for the active source it was made at; that of a marked one for all of them. */
export interface Choice extends Pick<Source, 'id' | 'kind' | 'language'> {
  /** `active_source` when chosen. */
  of: string | null;
}

/** The chosen source; undefined if it no longer exists. */
export function chosenSource(choice: Choice, sources: Source[], active: Source | undefined): Source | undefined {
  const isSame = ({ id }: Source) => id === choice.id;
  if (!isLasting(choice, active)) return choice.of === active?.id ? sources.find(isSame) : undefined;
  const alike = sources.filter((source) => isAlike(source, choice));
  return alike.find(isSame) ?? alike[0] ?? sources.find(({ kind }) => kind && kind === choice.kind);
}

/** An ordinary choice ends when the editor switches the active source; a choice of sign language stays. */
function isLasting({ kind, language }: Choice, active: Source | undefined): boolean {
  return Boolean((kind && kind !== active?.kind) || (language && language !== active?.language));
}

/** Failover order: another source like `wanted`, the ordinary broadcast, any other. */
export function nextSource(left: Source[], wanted: Source | undefined): Source | undefined {
  return left.find((source) => wanted && isAlike(source, wanted)) ?? left.find(({ kind }) => !kind) ?? left[0];
}

function isAlike(one: Pick<Source, 'kind' | 'language'>, other: Pick<Source, 'kind' | 'language'>): boolean {
  return one.kind === other.kind && one.language === other.language;
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
      timer = setTimeout(() => (document.hidden ? leaveAfter(STALL_TIMEOUT) : current.current()), duration);
    };
    const hear = ({ source, origin, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow || origin !== location.origin || data?.type !== 'rampa-player')
        return;
      if (data.state === 'failed') leaveAfter(0);
      else if (data.state === 'stalled') leaveAfter(STALL_TIMEOUT);
      else clearTimeout(timer);
    };
    addEventListener('message', hear);
    leaveAfter(START_TIMEOUT);
    // The player may have started before hydration.
    frame.current?.contentWindow?.postMessage({ type: 'rampa-player-ask' }, location.origin);
    return () => {
      clearTimeout(timer);
      removeEventListener('message', hear);
    };
  }, [watched, frame]);
}

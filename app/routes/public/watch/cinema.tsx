import { type ComponentProps, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import type { Source } from '../../../../model/settings/watch/sources.ts';
import type { PublicWatchSettings } from '../../../../model/settings/watch/watch.ts';
import type { Start } from '../../../broadcast-start.ts';
import type { VotePhase, Winner } from '../../../phases.ts';
import { loadWithRetries } from '../../../ui/load.ts';
import { Arrow, PageLink, useHydrated } from '../../../ui/page-link.tsx';
import { useSite } from '../../../ui/site.ts';
import { CountDown } from '../../../ui/time/time.tsx';
import { OnStage } from '../programme/on-stage.tsx';
import styles from './cinema.module.css';
import { frameAddress, identityOf, isForeign } from './frame.ts';
import { Screen } from './screen.tsx';

interface Props {
  watch: PublicWatchSettings & { sources: Source[] };
  origin: string;
  awaited: Pick<ComponentProps<typeof AtViewersSecond>, 'isOn' | 'counted'>;
  aside: AsideProps;
}

/** Without it the viewer's moment stays unknown. */
const AtViewersSecond = lazy(() => loadWithRetries(() => import('./at-viewers-second.tsx')));
/** Most broadcasts have one source: choice and failover come only with a second. Without them the picture stays. */
const Sources = lazy(() => loadWithRetries(() => import('./sources.tsx')));

export function Cinema({ watch, origin, awaited, aside }: Props) {
  const { title, description, sources, active_source: active } = watch;
  const frame = useRef<HTMLIFrameElement>(null);
  const [chosen, setChosen] = useState<string>();
  const isHydrated = useHydrated();
  const find = (wanted: string | null | undefined) => sources.find(({ id }) => id === wanted);
  const shown = find(chosen) ?? find(active) ?? sources[0];
  if (!shown) return null;
  const view = { ...awaited, isForeign: isForeign(shown), delay: watch.delay_seconds };
  return (
    // Until hydration: a browser may paint the video before it has received the column beside it.
    <section
      className={`backdrop ${styles.cinema}`}
      data-beside={(awaited.counted.length > 0 && !isHydrated) || undefined}
    >
      <Screen
        key={identityOf(shown)}
        frame={frame}
        address={frameAddress(shown, title, origin)}
        title={title}
        isForeign={isForeign(shown)}
      />
      <Suspense fallback={<OnStage stage={null} isAwaited={awaited.isOn} />}>
        <AtViewersSecond {...view} source={identityOf(shown)} />
      </Suspense>
      <div className={`stack ${styles.words}`}>
        <p className="badge">Прямой эфир</p>
        <h1>{title}</h1>
        <p>{description}</p>
        {sources.length > 1 && (
          <Suspense>
            <Sources
              watch={watch}
              frame={frame}
              addressOf={(source) => frameAddress(source, title, origin)}
              onShow={setChosen}
            />
          </Suspense>
        )}
        <Aside {...aside} />
      </div>
    </section>
  );
}

interface AsideProps {
  vote: VotePhase;
  opening: Start | null;
  winner: Winner | null;
  hasBoard: boolean;
}

export function Aside({ vote, opening, winner, hasBoard }: AsideProps) {
  const hasProgramme = useSite()?.hasProgramme;
  return (
    <div className={styles.ways}>
      {vote === 'open' && <Row name="Голосование открыто" to="/vote" action="Голосовать" isOn />}
      {vote === 'upcoming' && opening && (
        <Row
          name="Голосование откроется"
          to="/vote"
          action={<CountDown until={opening.at}>{opening.text}</CountDown>}
        />
      )}
      {winner && <Row name={winner.title} to={winner.to} action={winner.name} />}
      {hasBoard && <Row name="Баллы жюри и зрителей" to="/results" action="Итоги" />}
      {hasProgramme && <Row name="Порядок выступлений" to="/programme" action="Программа" />}
    </div>
  );
}

function Row({ name, to, action, isOn }: { name: string; to: string; action: ReactNode; isOn?: boolean }) {
  return (
    <PageLink to={to} className={`pill ${styles.row} ${isOn ? 'hot' : ''}`}>
      {name}
      <span className="onward">
        {action}
        <Arrow />
      </span>
    </PageLink>
  );
}

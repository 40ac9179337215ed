import { Text } from '@mantine/core';
import { useEffect } from 'react';
import type { JournalRecord } from '../../../model/audit-log.ts';
import { plural } from '../../../model/text/plural.ts';
import { isEditor } from '../../../roles.ts';
import { timeText, useSiteTimeZone } from '../../ui/admin/fields/moment.tsx';
import ui from '../../ui/admin/patterns.module.css';
import { panelHead, Screen } from '../../ui/admin/screen.tsx';
import { useSession } from '../../ui/admin/sign-in/session.tsx';
import { Sentence } from './audit-log/sentence.tsx';
import type { Desk } from './live/desk.ts';
import { DeskBar, phaseOf } from './live/desk-bar.tsx';
import styles from './live/live.module.css';
import { Unsent } from './live/main-button.tsx';
import { Part } from './live/part.tsx';
import { StagePart } from './live/stage-part.tsx';
import { StreamPart, useVote, VotePart } from './live/stream-and-vote.tsx';
import { UrgentPart } from './live/urgent-part.tsx';
import { useDesk } from './live/use-desk.ts';
import { usePresses } from './live/use-presses.ts';
import { useStage } from './live/use-stage.ts';
import { WinnerPart } from './live/winner-part.tsx';
import { RevealPart, useReveal } from './results/reveal.tsx';

export const meta = () => panelHead('Пульт эфира');

export default function ControlDesk() {
  const { role } = useSession();
  const state = useDesk();
  const { feed, desk, choose } = state;
  const presses = usePresses(feed);
  const stage = useStage(state, presses);
  const reveal = useReveal(stage.show?.id, state, presses);
  const vote = useVote(desk?.vote, presses);
  const show = stage.show?.id;
  useEffect(() => choose(show), [choose, show]);
  const phase = phaseOf({ stage, vote, reveal });
  return (
    <Screen
      title="Пульт эфира"
      actions={
        <Text
          fw={600}
          c={feed === 'lost' ? 'var(--bad)' : undefined}
          className={ui.lamp ?? ''}
          data-on={feed === 'open' || undefined}
        >
          {FEEDS[feed]}
        </Text>
      }
    >
      {/* What sticks needs a block around it: in a grid it could not leave its row. */}
      <div>
        <Unsent feed={feed} presses={presses} />
        <div className={styles.desk}>
          <StagePart stage={stage} state={state} />
          <div className={styles.switches}>
            <RevealPart reveal={reveal} isInBar={phase === 'reveal'} />
            <StreamPart state={state} presses={presses} isShowOver={stage.now.state === 'ended'} />
            <VotePart vote={vote} state={state} isInBar={vote.state === 'open'} />
            {isEditor(role) && <WinnerPart presses={presses} />}
          </div>
          <UrgentPart state={state} presses={presses} />
          <div className={styles.switches}>
            <Part title="Зрители" data={desk?.viewers} state={state}>
              {(viewers) => <Viewers {...viewers} />}
            </Part>
            <Part title="Кто что нажал" data={desk?.log} state={state}>
              {(log) => <Log records={log} />}
            </Part>
          </div>
        </div>
        <DeskBar {...{ phase, presses, stage, vote, reveal }} />
      </div>
    </Screen>
  );
}

const FEEDS = { connecting: 'Соединяемся', open: 'На связи', lost: 'Нет связи' };

function Viewers({ now, minutes, is_all }: Desk['viewers']) {
  const counts = [...minutes.map(({ count }) => count), now];
  const most = Math.max(...counts);
  return (
    <>
      <p className={styles.count}>{plural(now, 'зритель', 'зрителя', 'зрителей')}</p>
      {minutes.length > 1 && (
        <svg
          style={{ display: 'block', width: '100%', height: '3rem' }}
          viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
          preserveAspectRatio="none"
          role="img"
        >
          <title>{`За последний час: от ${Math.min(...counts)} до ${most}`}</title>
          <polyline
            points={pointsOf(counts, most)}
            fill="none"
            stroke="var(--accent)"
            strokeWidth={2}
            vectorEffect="non-scaling-stroke"
          />
        </svg>
      )}
      <p className={styles.note}>
        Открытые страницы сайта{is_all ? '' : ' на этом сервере'}
        {minutes.length > 1 && `, по минутам за последний час: самое большее ${most}`}.
      </p>
    </>
  );
}

const SIZE = { width: 300, height: 48 };

function pointsOf(counts: number[], most: number): string {
  const [step, unit] = [SIZE.width / (counts.length - 1), (SIZE.height - 4) / Math.max(1, most)];
  return counts
    .map((count, at) => `${(at * step).toFixed(1)},${(SIZE.height - 2 - count * unit).toFixed(1)}`)
    .join(' ');
}

/** Log of presses with author and time, newest first. */
function Log({ records }: { records: JournalRecord[] }) {
  const zone = useSiteTimeZone();
  return (
    <>
      {records.length === 0 && <p className={styles.note}>Пока ничего.</p>}
      <ol className={styles.log}>
        {records.map((record) => (
          <li key={record.id}>
            <time dateTime={record.at}>{timeText(new Date(record.at), zone)}</time>
            <p>
              <Sentence record={record} /> <span className={styles.note}>{record.who ?? 'сервер'}</span>
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}

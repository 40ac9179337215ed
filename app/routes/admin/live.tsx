import { Text, Title } from '@mantine/core';
import type { AuditRecord } from '../../../model/audit-log.ts';
import { plural } from '../../../model/text/plural.ts';
import { quoted } from '../../../model/text/quoted.ts';
import { isEditor } from '../../../roles.ts';
import { timeText, useSiteTimeZone } from '../../ui/admin/fields/moment.tsx';
import ui from '../../ui/admin/patterns.module.css';
import { panelHead, Screen } from '../../ui/admin/screen.tsx';
import { useSession } from '../../ui/admin/sign-in/session.tsx';
import { useJustChanged } from '../../ui/admin/use-just-changed.ts';
import { Sentence } from './audit-log/sentence.tsx';
import type { DeskDocument } from './live/desk.ts';
import { DeskBar, phaseOf } from './live/desk-bar.tsx';
import styles from './live/live.module.css';
import { Part, Unsent } from './live/main-button.tsx';
import { Order } from './live/order.tsx';
import { useStage } from './live/stage.ts';
import { Stream, useVote, Vote, WinnerPart } from './live/switches.tsx';
import { UrgentForm } from './live/urgent-form.tsx';
import { useDesk } from './live/use-desk.ts';
import { RevealPart, useReveal } from './results/reveal.tsx';

export const meta = () => panelHead('Пульт эфира');

export default function ControlDesk() {
  const { role } = useSession();
  const desk = useDesk();
  const { document } = desk;
  // Events come, but what they tell of cannot be read: the login has ended, or the database is away.
  const feed = desk.feed === 'open' && desk.problem ? 'stuck' : desk.feed;
  const stage = useStage(desk);
  const reveal = useReveal(stage.show?.id, desk);
  const vote = useVote(desk);
  const phase = phaseOf({ stage, vote, reveal });
  const isOver = stage.now.state === 'ended';
  const isRevealFirst = phase === 'reveal' || isOver;
  // The card of the reveal or the heading has moved everything: what was under a finger is elsewhere.
  const hasMoved = useJustChanged(`${phase === 'reveal'} ${isOver}`);
  const untouched = { pointerEvents: hasMoved ? ('none' as const) : undefined };
  return (
    <Screen
      title="Пульт эфира"
      actions={
        <Text
          fw={600}
          c={feed === 'lost' || feed === 'stuck' ? 'var(--bad)' : undefined}
          className={ui.lamp ?? ''}
          data-on={feed === 'open' || undefined}
        >
          {FEEDS[feed]}
        </Text>
      }
    >
      {/* What sticks needs a block around it: in a grid it could not leave its row. */}
      <div>
        <Unsent desk={desk} />
        {isOver && (
          <Title order={2} mb="md">
            Концерт {quoted(stage.show?.title ?? '')} окончен
          </Title>
        )}
        <div className={styles.desk} style={untouched}>
          {isRevealFirst && <RevealPart reveal={reveal} isInBar={phase === 'reveal'} isShowOver={isOver} />}
          <Part title="На сцене" data={stage.isLoaded || undefined} desk={desk}>
            {() => <Order stage={stage} />}
          </Part>
          <div className={styles.switches}>
            {isRevealFirst || <RevealPart reveal={reveal} />}
            <Part title="Трансляция" data={document?.watch} desk={desk}>
              {(stored) => <Stream stored={stored} desk={desk} isShowOver={isOver} />}
            </Part>
            <Part title="Голосование" data={document?.vote} desk={desk}>
              {(stored) => <Vote stored={stored} vote={vote} isInBar={vote.state === 'open'} />}
            </Part>
            {isEditor(role) && <WinnerPart desk={desk} />}
          </div>
          <Part title="Срочное сообщение" data={document?.urgent} desk={desk}>
            {(stored) => <UrgentForm stored={stored} desk={desk} />}
          </Part>
          <div className={styles.switches}>
            <Part title="Зрители" data={document?.viewers} desk={desk}>
              {(viewers) => <Viewers {...viewers} />}
            </Part>
            <Part title="Кто что нажал" data={document?.log} desk={desk}>
              {(log) => <Log records={log} />}
            </Part>
          </div>
        </div>
        <DeskBar {...{ phase, desk, stage, vote, reveal }} />
      </div>
    </Screen>
  );
}

const FEEDS = { connecting: 'Соединяемся', open: 'На связи', lost: 'Нет связи', stuck: 'Не обновляется' };

function Viewers({ now, minutes, is_all }: DeskDocument['viewers']) {
  const counts = [...minutes.map(({ count }) => count), now];
  const most = Math.max(...counts);
  const top = Math.max(1, most);
  return (
    <>
      <p className={styles.count}>{plural(now, 'зритель', 'зрителя', 'зрителей')}</p>
      {minutes.length > 1 && (
        <svg
          style={{ display: 'block', width: '100%', height: '3rem', overflow: 'visible' }}
          viewBox={`0 0 ${minutes.length} ${top}`}
          preserveAspectRatio="none"
          role="img"
        >
          <title>{`За последний час: от ${Math.min(...counts)} до ${most}`}</title>
          <polyline
            points={counts.map((count, at) => `${at},${top - count}`).join(' ')}
            fill="none"
            stroke="var(--accent)"
            strokeWidth={2}
            vectorEffect="non-scaling-stroke"
          />
        </svg>
      )}
      <p className={styles.note}>
        Открытые страницы сайта и пульты{is_all ? '' : ' на этом сервере'}
        {minutes.length > 1 && `, по минутам за последний час: самое большее ${most}`}.
      </p>
    </>
  );
}

/** Log of presses with author and time, newest first. */
function Log({ records }: { records: AuditRecord[] }) {
  const zone = useSiteTimeZone();
  const { nameOf } = useSession();
  return (
    <>
      {records.length === 0 && <p className={styles.note}>Пока ничего.</p>}
      <ol className={styles.log}>
        {records.map((record) => (
          <li key={record.id}>
            <time dateTime={record.at}>{timeText(new Date(record.at), zone)}</time>
            <p>
              <Sentence record={record} />{' '}
              <span className={styles.note}>{record.who ? nameOf(record.who) : 'сервер'}</span>
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}

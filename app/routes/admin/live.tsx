import { useCallback, useState } from 'react';
import type { JournalRecord } from '../../../model/audit-log.ts';
import type { Stage } from '../../../model/programme/stage.ts';
import type { ResultsEvent } from '../../../model/results/results.ts';
import { isEditor } from '../../../roles.ts';
import { useReloadAfterUndo } from '../../ui/admin/form/undo.tsx';
import { useLoaded } from '../../ui/admin/loading/use-loaded.ts';
import { panelHead, Screen } from '../../ui/admin/screen.tsx';
import { useSession } from '../../ui/admin/sign-in/session.tsx';
import { useSetting } from './dashboard/use-setting.ts';
import { DeskBar, phaseOf } from './live/desk-bar.tsx';
import styles from './live/live.module.css';
import { LogPart } from './live/log-part.tsx';
import { StagePart } from './live/stage-part.tsx';
import { StreamPart } from './live/stream-part.tsx';
import { Unsent } from './live/unsent.tsx';
import { type UrgentFields, UrgentPart } from './live/urgent-part.tsx';
import { useFeed } from './live/use-feed.ts';
import { usePresses } from './live/use-presses.ts';
import { useStage, useStoredProgramme } from './live/use-stage.ts';
import { ViewersPart } from './live/viewers-part.tsx';
import { useVote, VotePart } from './live/vote-part.tsx';
import { WinnerPart } from './live/winner-part.tsx';
import { RevealPart } from './results/reveal-part.tsx';
import { useReveal } from './results/use-reveal.ts';
import type { Fields as VoteFields } from './settings/voting/fields.ts';
import type { Fields as WatchFields } from './settings/watch-settings/fields.ts';

/** Nouns whose entries are listed; the server leaves out what a role may not see. */
const LISTED = '/admin/journal?limit=20&kind=watch,vote,urgent,stage,results,article';

export const meta = () => panelHead('Пульт эфира');

export default function ControlDesk() {
  const { role } = useSession();
  const { feed, presses, stage, reveal, watch, vote, urgent, log } = useDesk();
  const phase = phaseOf({ stage, vote, reveal });
  return (
    <Screen
      title="Пульт эфира"
      actions={
        <p className={styles.feed} data-feed={feed}>
          <span aria-hidden="true" />
          {FEEDS[feed]}
        </p>
      }
    >
      {/* What sticks needs a block around it: in a grid it could not leave its row. */}
      <div>
        <Unsent feed={feed} presses={presses} />
        <div className={styles.desk}>
          <StagePart stage={stage} />
          <div className={styles.switches}>
            <RevealPart reveal={reveal} isInBar={phase === 'reveal'} />
            <StreamPart setting={watch} presses={presses} isShowOver={stage.now.state === 'ended'} />
            <VotePart vote={vote} isInBar={vote.state === 'open'} />
            {isEditor(role) && <WinnerPart presses={presses} />}
          </div>
          <UrgentPart setting={urgent} presses={presses} />
          <div className={styles.switches}>
            <ViewersPart />
            <LogPart log={log} />
          </div>
        </div>
        <DeskBar {...{ phase, presses, stage, vote, reveal }} />
      </div>
    </Screen>
  );
}

const FEEDS = { connecting: 'Соединяемся', open: 'На связи', lost: 'Нет связи' };

/** State of the desk, refetched after each live event and each press. */
function useDesk() {
  const { call } = useSession();
  const watch = useSetting<WatchFields>('/watch-settings');
  const voteSetting = useSetting<VoteFields>('/vote-settings');
  const urgent = useSetting<UrgentFields>('/urgent');
  const readLog = useCallback(
    async (signal: AbortSignal) => (await call<JournalRecord[]>('GET', LISTED, { signal, background: true })).data,
    [call],
  );
  const log = useLoaded(readLog);
  const programme = useStoredProgramme();
  const [readWatch, readVote, readUrgent, readAgain] = [watch.reload, voteSetting.reload, urgent.reload, log.reload];
  const readProgramme = programme.reload;
  const readAll = useCallback(async () => {
    await Promise.all([readWatch(), readVote(), readUrgent(), readAgain()]);
  }, [readWatch, readVote, readUrgent, readAgain]);
  useReloadAfterUndo(readAll);
  const [heard, setHeard] = useState<Stage>();
  const [results, setResults] = useState<ResultsEvent>();
  // Another server, or a poll, may be behind.
  const hear = (stage: Stage) => setHeard((now) => (now && now.seq > stage.seq ? now : stage));
  const { feed, check } = useFeed((name, data) => {
    if (name === 'stage') hear(data as Stage);
    if (name === 'results') setResults(data as ResultsEvent);
    if (name === 'watch-settings') void readWatch();
    if (name === 'vote-settings') void readVote();
    if (name === 'urgent') void readUrgent();
    if (name === 'lists') void readProgramme();
    void readAgain();
  });
  const settle = useCallback(
    (isRefused: boolean) => {
      void readAll();
      if (!isRefused) return;
      check();
      void readProgramme();
    },
    [readAll, check, readProgramme],
  );
  const presses = usePresses(feed, settle);
  const stage = useStage({ programme, heard, hear }, presses);
  const reveal = useReveal(stage.show?.id, results, presses);
  const vote = useVote(voteSetting, presses);
  return { feed, presses, stage, reveal, watch, vote, urgent, log };
}

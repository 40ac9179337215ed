import type { Stage } from '../../../../model/programme/stage.ts';
import { PageLink } from '../../../ui/page-link.tsx';
import styles from './on-stage.module.css';

interface Props {
  stage: Stage | null;
  /** Placeholder while the stage is unknown. */
  isAwaited: boolean;
}

/** Rendered also when empty: screen readers announce changes only in a live region that exists. */
export function OnStage({ stage, isAwaited }: Props) {
  const { state, contestant, next } = stage ?? {};
  const isShown = stage ? state === 'performance' || state === 'break' : isAwaited;
  const isUnknown = !stage && isAwaited;
  const look = isShown ? `row ${styles.stage}` : styles.off;
  return (
    <div className={isUnknown ? `${look} ${styles.unknown}` : look}>
      <p className={styles.now} role="status">
        {isUnknown && (
          <>
            <span>Сейчас на сцене</span>
            <b>…</b>
          </>
        )}
        {contestant && (
          <>
            <span>Сейчас на сцене: </span>
            <b>
              <PageLink to={`/programme/${contestant.slug}`}>{contestant.name}</PageLink>
            </b>
            {contestant.song && `\u00a0— «${contestant.song}»`}
          </>
        )}
        {state === 'break' && <b>Перерыв</b>}
      </p>
      {(next || isUnknown) && (
        <p className="quiet">Далее: {next ? <PageLink to={`/programme/${next.slug}`}>{next.name}</PageLink> : '…'}</p>
      )}
    </div>
  );
}

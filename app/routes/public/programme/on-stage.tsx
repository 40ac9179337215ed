import type { Stage } from '../../../../model/programme/stage.ts';
import { PageLink } from '../../../ui/page-link.tsx';
import styles from './on-stage.module.css';

/** Rendered also when empty: screen readers announce changes only in a live region that exists. */
export function OnStage({ stage }: { stage: Stage | null }) {
  const { state, contestant, next } = stage ?? {};
  return (
    <div className={state === 'performance' || state === 'break' ? styles.stage : styles.off}>
      <p className={styles.now} role="status">
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
      {next && (
        <p className={styles.next}>
          <span>Далее: </span>
          <PageLink to={`/programme/${next.slug}`}>{next.name}</PageLink>
        </p>
      )}
    </div>
  );
}

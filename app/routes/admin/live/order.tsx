import { Badge, NativeSelect } from '@mantine/core';
import { Link } from 'react-router';
import { momentText, useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import ui from '../../../ui/admin/patterns.module.css';
import styles from './live.module.css';
import { ignoreRepeats } from './main-button.tsx';
import type { StageState } from './use-stage.ts';

/** The running order: one press says who is on stage. */
export function Order({ stage }: { stage: StageState }) {
  const { shows, show, choose, performing, now, press, isCoolingDown } = stage;
  const zone = useSiteTimeZone();
  return (
    <>
      {!show && (
        <p className={styles.note}>
          Концертов пока нет. <Link to="/admin/programme">Составьте программу</Link>
        </p>
      )}
      {show && shows.length > 1 && (
        <NativeSelect
          label="Концерт"
          size="md"
          value={show.id}
          data={shows.map(({ id, title, starts_at }) => ({
            value: String(id),
            label: `${title}, ${momentText(starts_at, zone)}`,
          }))}
          onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
        />
      )}
      {show && !show.is_public && <p className={styles.note}>Этот концерт на сайте не показывается.</p>}
      {show && performing.length === 0 && (
        <p className={styles.note}>
          В концерте никого нет. <Link to={`/admin/programme?show=${show.id}`}>Добавьте участников</Link>
        </p>
      )}
      <ol className={styles.order}>
        {performing.map((contestant, at) => {
          const isOn = now.state === 'performance' && now.contestant?.id === contestant.id;
          return (
            <li key={contestant.id}>
              <button
                type="button"
                aria-pressed={isOn}
                disabled={contestant.is_withdrawn}
                aria-disabled={isCoolingDown || undefined}
                onKeyDown={ignoreRepeats}
                onClick={() => isOn || press('performance', contestant)}
              >
                <span className={ui.number}>{at + 1}</span>
                <span>
                  <b>{contestant.name}</b>
                  {contestant.song && <small>{contestant.song}</small>}
                </span>
                {contestant.is_withdrawn && <Badge color="gray">Снят</Badge>}
                {isOn && <Badge color="green">{now.isWaiting ? 'Отправляется' : 'На сцене'}</Badge>}
              </button>
            </li>
          );
        })}
      </ol>
    </>
  );
}

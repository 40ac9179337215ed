import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import { boardOf, TIE_RULE } from '../../../../model/results/board.ts';
import { type Section, stepsOf } from '../../../../model/results/sheet.ts';
import { Card } from '../../../ui/admin/screen.tsx';
import styles from './results.module.css';

/** The board as it will stand after the last step. */
export function Preview({ sections, performers }: { sections: Section[]; performers: Contestant[] }) {
  const ids = performers.map(({ id }) => id);
  const steps = stepsOf(sections).map(({ section, title, points }) => ({
    ...{ at: '', section, title },
    points: points.map(([id, given]): [number, number] => [ids.indexOf(id), given]),
  }));
  const contestants = performers.map(({ slug, name, song, region }) => ({ slug, name, song, country: region }));
  return (
    <Card>
      <details>
        <summary>Что получится в конце</summary>
        <ol className={styles.board}>
          {boardOf({ contestants, steps }).map(({ contestant, total, jury, audience }) => (
            <li key={contestant}>
              {contestants[contestant]?.name} — <b>{total}</b>{' '}
              <small>
                жюри {jury}, зрители {audience}
              </small>
            </li>
          ))}
        </ol>
        <p>{TIE_RULE}</p>
      </details>
    </Card>
  );
}

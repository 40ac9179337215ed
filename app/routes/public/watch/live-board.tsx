import type { Results } from '../../../../model/results/schema.ts';
import { PageLink } from '../../../ui/page-link.tsx';
import { Board } from '../../../ui/results/board.tsx';
import { usePaced } from '../../../ui/results/paced.ts';
import { NO_BOARD, useBoardAtMoment, useResults } from '../../../ui/results/use-results.ts';
import sheet from './beside.css?url';
import styles from './cinema.module.css';

/** How long a board leads the page of a broadcast after its last step, in ms: until the next morning. */
const FRESH = 12 * 3_600_000;

export type Counted = { slug: string; name: string }[];

interface Props {
  /** Id of the show on stage; boards of other shows are hidden. */
  show?: number | undefined;
  momentNow: () => number;
  /** Rendered as placeholder while the board is unknown. */
  awaited?: Counted;
  /** In the column beside the video. */
  isBeside?: boolean;
}

/** Revealed steps up to the viewer's moment. Client-only: the server does not know that moment. */
export default function LiveBoard({ show, momentNow, awaited = [], isBeside }: Props) {
  const results = useBoardAtMoment(useResults(NO_BOARD), momentNow);
  const id = results.show?.id;
  const isShown = id !== undefined && (show === undefined || show === id);
  const link = isBeside && <link rel="stylesheet" href={sheet} precedence="beside" />;
  if (!isShown)
    return (
      awaited.length > 0 &&
      id === undefined && (
        <section className="chapters beside awaits">
          {link}
          <p className="quiet">Баллы появятся, когда начнётся видео.</p>
          <ol>
            {awaited.map(({ slug, name }) => (
              <li key={slug}>
                <PageLink to={`/programme/${slug}`}>{name}</PageLink>
              </li>
            ))}
          </ol>
        </section>
      )
    );
  const isOld = momentNow() - Date.parse(results.steps.at(-1)?.at ?? '') > FRESH;
  const look = isOld ? styles.past : isBeside ? 'beside' : undefined;
  return (
    <section className={look} aria-label="Итоги">
      {link}
      {show === undefined && <p className="badge bare">{results.show?.title}</p>}
      <PacedBoard key={id} results={results} />
    </section>
  );
}

function PacedBoard({ results }: { results: Results }) {
  return <Board shown={usePaced(results)} />;
}

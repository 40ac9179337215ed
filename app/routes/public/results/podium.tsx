import { boardOf, hasPoints, placeText, pointsText } from '../../../../model/results/board.ts';
import { Cover, LEAD_ON_PHONE } from '../../../ui/cards/cover.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import type { Paced } from '../../../ui/results/paced.ts';
import styles from './podium.module.css';
import type { ShownResults } from './results.server.ts';

const WINNER = `(min-width:64rem) 40vw,${LEAD_ON_PHONE}`;
const OTHERS = '(min-width:48rem) 18vw,36vw';

interface Props extends Pick<ShownResults, 'pictures'> {
  shown: Paced;
}

/** The first three places of a finished board, ties included, with pictures. */
export function Podium({ shown, pictures }: Props) {
  const isScored = hasPoints(shown);
  const rows = boardOf(shown).filter(({ place, total }) => place <= 3 && (!isScored || total > 0));
  return (
    <ol className={`stack ${styles.podium}`}>
      {rows.map((row, at) => {
        const contestant = shown.contestants[row.contestant];
        if (!contestant) return null;
        const { slug, name, song, country } = contestant;
        const isFirst = row.place === 1;
        return (
          <li key={slug} className={isFirst ? styles.winner : ''}>
            <div className={styles.picture}>
              <Cover slug={slug} cover={pictures[slug] ?? null} sizes={isFirst ? WINNER : OTHERS} isFirst={at === 0} />
            </div>
            <div className={`stack ${styles.words}`}>
              <p className={isFirst ? 'badge' : 'badge bare'}>
                {isFirst && !row.isShared ? 'Победитель' : placeText(row)}
              </p>
              <h3>
                <PageLink className="whole" to={`/programme/${slug}`}>
                  {name}
                </PageLink>
              </h3>
              <p className={isFirst ? undefined : 'quiet'}>
                {song && `«${song}»`}
                {song && country && <br />}
                {country}
              </p>
              {isScored && (
                <p>
                  <b className="figure">{row.total}</b>
                  {pointsText(row.total).replace(/^\d+/, '')}
                </p>
              )}
              {row.jury > 0 && row.audience > 0 && (
                <small>{`жюри\u00a0${row.jury}, зрители\u00a0${row.audience}`}</small>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

import { boardOf, hasPoints, placeText, pointsText } from '../../../../model/results/board.ts';
import { Cover, LEAD_ON_PHONE } from '../../../ui/cards/cover.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import type { Paced } from '../../../ui/results/paced.ts';
import type { ShownResults } from './results.server.ts';
import styles from './winners.module.css';

const SIZES = `(min-width:64rem) 40vw,${LEAD_ON_PHONE}`;

interface Props extends Pick<ShownResults, 'pictures'> {
  shown: Paced;
}

/** The first of a finished board, and who shares the place, with their pictures. */
export function Winners({ shown, pictures }: Props) {
  const isScored = hasPoints(shown);
  const rows = boardOf(shown).filter(({ place, total }) => place === 1 && (!isScored || total > 0));
  return (
    <ol className={`stack ${styles.winners}`}>
      {rows.map(({ contestant, place, isShared, total, jury, audience }, at) => {
        const { slug = '', name, song, country } = shown.contestants[contestant] ?? {};
        return (
          <li key={slug}>
            <div className={styles.picture}>
              <Cover slug={slug} cover={pictures[slug] ?? null} sizes={SIZES} isFirst={at === 0} />
            </div>
            <div className={`stack ${styles.words}`}>
              <p className="badge">{isShared ? placeText({ place, isShared }) : 'Победитель'}</p>
              <h3>
                <PageLink className="whole" to={`/programme/${slug}`}>
                  {name}
                </PageLink>
              </h3>
              <p>
                {song && `«${song}»`}
                {song && country && <br />}
                {country}
              </p>
              {isScored && (
                <p>
                  <b className="figure">{total}</b>
                  {pointsText(total).replace(/^\d+/, '')}
                  {jury > 0 && audience > 0 && <small>{`жюри\u00a0${jury}, зрители\u00a0${audience}`}</small>}
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

import type { ReactNode } from 'react';
import type { Stage } from '../../../../model/programme/stage.ts';
import type { ResultsEvent } from '../../../../model/results/schema.ts';
import { Cover, LEAD_ON_PHONE } from '../../../ui/cards/cover.tsx';
import { FaceLink } from '../../../ui/cards/face-link.tsx';
import { useStage } from '../../../ui/live/live.ts';
import { Arrow, PageLink } from '../../../ui/page-link.tsx';
import { useBoardState } from '../../../ui/results/use-board-state.ts';
import { useNow } from '../../../ui/site.ts';
import { StartTime, StartZone } from '../../../ui/time/time.tsx';
import { Body } from '../article/body.tsx';
import styles from './contestant.module.css';
import type { ShownStory } from './programme.server.ts';

const SIZES = `(min-width:64rem) 50vw,${LEAD_ON_PHONE}`;

interface Props extends ShownStory {
  stage: Stage | null;
  /** Start of the performance, in seconds of the recording. */
  recorded: number | undefined;
  board: ResultsEvent | null;
}

/** The picture comes first: on phones it would push down what was painted before it. */
export function ContestantStory({ stage: loaded, recorded, board, ...story }: Props) {
  const { contestant, html, hasClip, performances, edition, others, facts } = story;
  const programme = edition ? `/history/${edition.slug}` : '/programme';
  const stage = useStage(loaded);
  const { isAhead } = useBoardState(board);
  const { isLive, isVotingOpen } = useNow();
  const canWin = !edition && !contestant.isWithdrawn && performances.some(({ result }) => !result);
  const { slug, name, song, picture, credit, alt, isWithdrawn, age } = contestant;
  return (
    <article className={`page stack ${styles.contestant}`}>
      <figure className={styles.picture}>
        <div>
          <Cover slug={slug} cover={picture} sizes={SIZES} alt={alt || name} isFirst />
        </div>
        {picture && credit && <figcaption>{credit}</figcaption>}
      </figure>
      <header className={`stack ${styles.head}`}>
        <PageLink className="onward" to={programme}>
          {edition?.title ?? 'Программа'}
        </PageLink>
        <p className="row" role="status" data-told="">
          {stage?.contestant?.slug === slug && (
            <>
              <b className="badge">Сейчас на сцене</b>
              {isLive && (
                <PageLink className="onward" to="/watch">
                  Смотреть эфир
                  <Arrow />
                </PageLink>
              )}
            </>
          )}
        </p>
        {isWithdrawn && <p className="badge bare">Не участвует в конкурсе</p>}
        <h1>{name}</h1>
        {song && (
          <p className={styles.song}>
            {`«${song}»`}
            {age && <b>{age}</b>}
          </p>
        )}
        {canWin && isVotingOpen && (
          <Way to="/vote" isHot>
            Голосовать
          </Way>
        )}
        {performances.toReversed().map(
          ({ show, result }) =>
            result && (
              <div key={show.id} data-told="">
                {!isAhead && (
                  <Way to={`${edition ? programme : '/results'}#show-${show.id}`} isHot={result.isFirst}>
                    {result.text}
                  </Way>
                )}
              </div>
            ),
        )}
        {others.map(({ slug: other, song: sung, title }) => (
          <Way key={other} to={`/programme/${other}`}>{`${title}${sung && `: «${sung}»`}`}</Way>
        ))}
        {recorded !== undefined && <Way to={`/watch?t=${recorded}`}>Смотреть выступление в&nbsp;записи</Way>}
        <dl className="row">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </header>
      {html && <Body slug={slug} html={html} className="article-body" hasEmbeds={hasClip} />}
      <div className={`stack ${styles.performances}`}>
        {performances.map((performance) => (
          <Performance key={performance.show.id} {...performance} programme={programme} />
        ))}
      </div>
    </article>
  );
}

function Way({ to, isHot, children }: { to: string; isHot?: boolean; children: ReactNode }) {
  return (
    <PageLink className={isHot ? 'pill hot' : 'pill'} to={to}>
      <span>{children}</span>
      <Arrow />
    </PageLink>
  );
}

type Performed = ShownStory['performances'][number];

function Performance({ show, number, neighbours, programme }: Performed & { programme: string }) {
  return (
    <section className={`part ${styles.performance}`} aria-labelledby={`in-${show.id}`}>
      <p className={`figure ${styles.number}`} aria-hidden="true" data-content="">
        {number}
      </p>
      <div>
        <h2 id={`in-${show.id}`}>
          <PageLink to={`${programme}#show-${show.id}`}>{show.title}</PageLink>
        </h2>
        <p>
          <span className="hidden">{`Номер ${number}. `}</span>
          <StartTime start={show.start} /> <StartZone start={show.start} />
        </p>
        {show.hall && <p className="quiet">{show.hall}</p>}
        {show.start.phase === 'ahead' && (
          <a className="onward" href={`/programme/${show.id}.ics`} download>
            В календарь<span className="hidden">{` «${show.title}»`}</span>
          </a>
        )}
      </div>
      {neighbours.length > 0 && (
        <nav aria-label={`Соседи по программе: ${show.title}`} className="neighbours">
          {neighbours.map((face) => (
            <FaceLink key={face.slug} {...face} />
          ))}
        </nav>
      )}
    </section>
  );
}

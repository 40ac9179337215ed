import type { Stage } from '../../../../model/programme/stage.ts';
import { Cover } from '../../../ui/cards/cover.tsx';
import { MenuLink, PageLink } from '../../../ui/page-link.tsx';
import { StartTime, StartZone } from '../../../ui/time/time.tsx';
import styles from './programme.module.css';
import type { ShownContestant, ShownProgramme, ShownShow } from './programme.server.ts';

const SIZES = '(min-width:48rem) 11rem,6rem';

interface Props {
  show: ShownShow;
  contestants: ShownProgramme['contestants'];
  stage: Stage | null;
  hasResults?: boolean;
  isFirst?: boolean;
  /** Past edition: no calendar. */
  isPast?: boolean;
}

export function ShowSection({ show, contestants, stage, hasResults, isFirst = false, isPast }: Props) {
  const { id, title, hall, start, order } = show;
  const { on, done } = progressOf(id, order, stage);
  return (
    <section className={`part stack ${styles.show}`} id={`show-${id}`} aria-labelledby={`show-${id}-title`}>
      <header>
        <h2 id={`show-${id}-title`}>{title}</h2>
        <p className={styles.when}>
          <StartTime start={start} />{' '}
          {!isPast && (
            <small>
              <StartZone start={start} />
            </small>
          )}
        </p>
        {hall && <p className="quiet">{hall}</p>}
        <p className={`pills ${styles.links}`}>
          {hasResults && (
            <PageLink to={`/results#show-${id}`}>
              Итоги<span className="hidden">{` «${title}»`}</span>
            </PageLink>
          )}
          {start.phase === 'ahead' && (
            <a href={`/programme/${id}.ics`} download>
              В календарь<span className="hidden">{` «${title}»`}</span>
            </a>
          )}
        </p>
      </header>
      {order.length > 0 ? (
        <ol data-told={stage?.show?.id === id ? '' : undefined}>
          {order.map((slug, at) => {
            const contestant = contestants[slug];
            return (
              contestant && (
                <Entry
                  key={slug}
                  contestant={contestant}
                  number={at + 1}
                  isOn={at === on}
                  isDone={at < done}
                  isFirst={isFirst && at === 0}
                />
              )
            );
          })}
        </ol>
      ) : (
        <p className="quiet">Участников и порядок выступлений объявим позже.</p>
      )}
    </section>
  );
}

/** Indexes in the running order: on stage, and how many performed before; none unless the show is on. */
function progressOf(id: number, order: string[], stage: Stage | null) {
  const { state, contestant, next } = stage?.show?.id === id ? stage : OFF;
  const on = contestant ? order.indexOf(contestant.slug) : -1;
  const before = next ? order.indexOf(next.slug) : order.length;
  return { on, done: state === 'break' ? before : on };
}

const OFF: Partial<Stage> = {};

interface EntryProps {
  contestant: ShownContestant;
  number: number;
  isOn: boolean;
  isDone: boolean;
  isFirst: boolean;
}

function Entry({ contestant, number, isOn, isDone, isFirst }: EntryProps) {
  const { slug, name, song, authors, region, picture, isWithdrawn, age } = contestant;
  const hasPerformed = isDone && !isWithdrawn;
  const states = [isWithdrawn && styles.withdrawn, isOn && styles.on, hasPerformed && styles.done].filter(Boolean);
  return (
    <li className={[styles.entry, ...states].join(' ')} aria-current={isOn || undefined}>
      <span className={`figure ${styles.number}`} aria-hidden="true" data-content="">
        {number}
      </span>
      <div className={styles.picture}>
        <Cover slug={slug} cover={picture} sizes={SIZES} isFirst={isFirst} />
      </div>
      <div className={styles.words}>
        {isOn && <p className="badge">На сцене</p>}
        <h3>
          <MenuLink className="whole" to={`/programme/${slug}`}>
            {name}
          </MenuLink>
        </h3>
        {hasPerformed && <span className="hidden">Выступление прошло. </span>}
        {song && <p className={styles.song}>{`«${song}»`}</p>}
        {(region || authors) && (
          <p className="quiet">
            {region}
            {authors && <span className={styles.authors}>{`${region && ' · '}${authors}`}</span>}
          </p>
        )}
        {(isWithdrawn || age) && (
          <p className="quiet">
            {isWithdrawn && <b>Не участвует в конкурсе</b>} {age}
          </p>
        )}
      </div>
    </li>
  );
}

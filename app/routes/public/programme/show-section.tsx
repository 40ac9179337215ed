import { Cover } from '../../../ui/cards/cover.tsx';
import { MenuLink } from '../../../ui/page-link.tsx';
import { StartTime, StartZone } from '../../../ui/time/start-time.tsx';
import styles from './programme.module.css';
import type { ShownContestant, ShownProgramme, ShownShow } from './programme.server.ts';

const SIZES = '(min-width:48rem) 11rem,6rem';

interface Props {
  show: ShownShow;
  contestants: ShownProgramme['contestants'];
  isFirst: boolean;
}

export function ShowSection({ show: { id, title, hall, start, order }, contestants, isFirst }: Props) {
  return (
    <section className={styles.show} id={`show-${id}`} aria-labelledby={`show-${id}-title`}>
      <header>
        <h2 id={`show-${id}-title`}>{title}</h2>
        <p className={styles.when}>
          <StartTime start={start} />{' '}
          <span>
            <StartZone start={start} />
          </span>
        </p>
        {hall && <p className={styles.hall}>{hall}</p>}
        <p>
          <a className={styles.calendar} href={`/programme/${id}.ics`} download>
            В календарь<span className="hidden">{` «${title}»`}</span>
          </a>
        </p>
      </header>
      {order.length > 0 ? (
        <ol className={styles.order}>
          {order.map((slug, at) => {
            const contestant = contestants[slug];
            return (
              contestant && <Entry key={slug} contestant={contestant} number={at + 1} isFirst={isFirst && at === 0} />
            );
          })}
        </ol>
      ) : (
        <p className={styles.soon}>Участников и порядок выступлений объявим позже.</p>
      )}
    </section>
  );
}

function Entry({ contestant, number, isFirst }: { contestant: ShownContestant; number: number; isFirst: boolean }) {
  const { slug, name, marked = name, song, authors, region, picture, isWithdrawn, age } = contestant;
  return (
    <li className={isWithdrawn ? `${styles.entry} ${styles.withdrawn}` : styles.entry}>
      <span className={styles.number} aria-hidden="true" data-content="">
        {number}
      </span>
      <div className={styles.picture}>
        <Cover slug={slug} cover={picture} sizes={SIZES} isFirst={isFirst} />
      </div>
      <div className={styles.words}>
        <h3>
          <MenuLink to={`/programme/${slug}`}>{marked}</MenuLink>
        </h3>
        {song && <p className={styles.song}>{`«${song}»`}</p>}
        {(region || authors) && (
          <p className={styles.about}>
            {region && <span>{region}</span>}
            {authors && <span className={styles.authors}>{authors}</span>}
          </p>
        )}
        {(isWithdrawn || age) && (
          <p className={styles.marks}>
            {isWithdrawn && <b>Не участвует в конкурсе</b>}
            {age && <span>{age}</span>}
          </p>
        )}
      </div>
    </li>
  );
}

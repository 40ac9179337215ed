import type { VotePhase } from '../../../phases.ts';
import { Microphone, Stage } from '../../../ui/brand/stage.tsx';
import { ArticleCard } from '../../../ui/cards/article-card.tsx';
import { CARD_ON_PHONE, LEAD_ON_PHONE } from '../../../ui/cards/cover.tsx';
import { FaceLink } from '../../../ui/cards/face-link.tsx';
import { Failure } from '../../../ui/errors/failure.tsx';
import { Arrow, PageLink } from '../../../ui/page-link.tsx';
import { useSite } from '../../../ui/site.ts';
import type { FactsProps, Loaded } from '../home.tsx';
import styles from './blocks.module.css';
import { Facts } from './facts.tsx';
import hero from './hero.module.css';

/** `line`: kind and place; may be empty. */
export function Hero({ line, title, text, link, facts }: Loaded['hero'] & { facts: FactsProps }) {
  const hasProgramme = useSite()?.hasProgramme;
  return (
    <section>
      <div className={`backdrop ${hero.scene}`}>
        <Stage />
        <div className={hero.words}>
          {line.trim() && <p className={hero.line}>{line}</p>}
          <h1 className={hero.title}>{title}</h1>
          <div className={hero.microphone}>
            <Microphone />
          </div>
        </div>
        <Facts {...facts} />
      </div>
      <div className={`row ${hero.intro}`}>
        <p>{text}</p>
        <div className="row">
          {hasProgramme && (
            <PageLink className="onward" to="/programme">
              Программа
              <Arrow />
            </PageLink>
          )}
          <PageLink className="onward" to="/about">
            {link}
            <Arrow />
          </PageLink>
        </div>
      </div>
    </section>
  );
}

/** From 64rem the lead's frame is as high as both neighbours, so its image is wider than the column that crops it. */
const LEAD_SIZES = `(min-width:64rem) min(100vw,114rem),(min-width:40rem) 100vw,${LEAD_ON_PHONE}`;
const PINNED_SIZES = `(min-width:64rem) min(58vw,70rem),(min-width:40rem) 50vw,${CARD_ON_PHONE}`;
const CARD_SIZES = `(min-width:64rem) min(37vw,45rem),(min-width:40rem) 50vw,${CARD_ON_PHONE}`;

export function LatestNews({ title, link, empty, cards: all, failure }: Loaded['news'] & Pick<Loaded, 'cards'>) {
  const [pinned, cards] = all[0]?.isPinned ? [all[0], all.slice(1)] : [undefined, all];
  return (
    <section className={styles.news} aria-labelledby="latest-news">
      <Head id="latest-news" title={title} to="/news" link={link} />
      {failure && <Failure text={`Ошибка загрузки последних новостей: ${failure}`} />}
      {!failure && all.length === 0 && <p>{empty}</p>}
      {pinned && (
        <div className={styles.pinned}>
          <ArticleCard card={pinned} heading="h3" sizes={PINNED_SIZES} look="row" />
        </div>
      )}
      {cards.length > 0 && (
        <div className={styles.cards}>
          {cards.map((card, at) => (
            <ArticleCard
              key={card.slug}
              card={card}
              heading="h3"
              sizes={at === 0 ? LEAD_SIZES : CARD_SIZES}
              look={at === 0 ? 'lead' : 'card'}
            />
          ))}
        </div>
      )}
    </section>
  );
}

/** Contestants of the current or next show. */
export function Artists({ faces }: Pick<Loaded, 'faces'>) {
  if (faces.length === 0) return null;
  return (
    <section className={styles.news} aria-labelledby="artists">
      <Head id="artists" title="Участники" to="/programme" link="Все участники" />
      <div className="neighbours">
        {faces.map((face) => (
          <FaceLink key={face.slug} {...face} />
        ))}
      </div>
    </section>
  );
}

function Head({ id, title, to, link }: { id: string; title: string; to: string; link: string }) {
  return (
    <div className={`row ${styles.head}`}>
      <h2 id={id}>{title}</h2>
      <PageLink to={to} className="onward">
        {link}
        <Arrow />
      </PageLink>
    </div>
  );
}

interface VoteCallProps {
  /** Null when it could not be read. */
  phase: VotePhase | null;
  call: Loaded['call'];
  over: { title: string; text: string; to: string; action: string };
}

/** Hidden on sites without a vote. */
export function VoteCall({ phase, call, over }: VoteCallProps) {
  if (phase === 'not_held') return null;
  const action = phase === 'open' ? call.link : 'О голосовании';
  const shown = phase === 'over' ? over : { ...call, to: '/vote', action };
  return (
    <section className={styles.call} aria-labelledby="vote-call" data-told="">
      <h2 id="vote-call">{shown.title}</h2>
      <div className={`stack ${styles.side}`}>
        {shown.text && <p>{shown.text}</p>}
        <PageLink to={shown.to} className={`pill ${styles.button}`}>
          {shown.action}
          <Arrow />
        </PageLink>
      </div>
    </section>
  );
}

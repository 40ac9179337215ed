import type { VotePhase } from '../../../phases.ts';
import { Stage } from '../../../ui/brand/stage.tsx';
import { ArticleCard } from '../../../ui/cards/article-card.tsx';
import { CARD_ON_PHONE, LEAD_ON_PHONE } from '../../../ui/cards/cover.tsx';
import { Failure } from '../../../ui/errors/failure.tsx';
import { Arrow, PageLink } from '../../../ui/page-link.tsx';
import { useSite } from '../../../ui/site.ts';
import type { FactsProps, Loaded } from '../home.tsx';
import styles from './blocks.module.css';
import { Facts } from './facts.tsx';
import hero from './hero.module.css';

/** `line`: what it is and where; may be empty. */
export function Hero({ line, title, text, link, facts }: Loaded['hero'] & { facts: FactsProps }) {
  const hasProgramme = useSite()?.hasProgramme;
  return (
    <section>
      <div className={`backdrop ${hero.scene}`}>
        <Stage />
        <div className={hero.words}>
          {line.trim() && <p className={hero.line}>{line}</p>}
          <h1 className={hero.title}>{title}</h1>
          <div className={hero.microphone} aria-hidden="true">
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
      <div className={`row ${styles.head}`}>
        <h2 id="latest-news">{title}</h2>
        <PageLink to="/news" className="onward">
          {link}
          <Arrow />
        </PageLink>
      </div>
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

interface VoteCallProps {
  /** Null when it could not be read. */
  phase: VotePhase | null;
  call: Loaded['call'];
  over: { title: string; text: string; to: string; action: string };
}

/** Where no vote is held nothing calls to one. */
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

function Microphone() {
  return (
    <svg width="100%" height="100%" viewBox="0 0 260 900" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
      <linearGradient id="mic-lit" x1="0.2" x2="0.75" y2="1">
        <stop stopColor="var(--rim)" />
        <stop stopColor="color-mix(in srgb, var(--hot) 42%, var(--figure))" offset="0.3" />
        <stop stopColor="var(--figure)" offset="0.78" />
      </linearGradient>
      <linearGradient id="mic-pole">
        <stop stopColor="var(--rim)" />
        <stop stopColor="var(--figure)" offset="0.45" />
      </linearGradient>
      <pattern id="mic-mesh" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path stroke="var(--figure)" strokeWidth="2" d="M0 0h9M0 0v9" />
      </pattern>
      <path fill="url(#mic-pole)" d="M126 300h9v552h-9zM122.5 520h16v92h-16z" />
      <ellipse fill="var(--figure)" cx="130.5" cy="864" rx="92" ry="17" />
      <g transform="rotate(-22 130 292)">
        <path fill="url(#mic-lit)" d="M100 148h62l-9 196a22 13 0 0 1-44 0z" />
        <path fill="url(#mic-lit)" d="M84 122c-5-66 18-100 47-100s52 34 47 100z" />
        <path fill="url(#mic-mesh)" d="M84 122c-5-66 18-100 47-100s52 34 47 100z" />
        <path fill="url(#mic-lit)" d="M80 118h102v26h-102z" />
        <path fill="none" stroke="var(--rim)" strokeWidth="3" d="M86 112c-3-58 17-89 45-89M84 122h92" />
        <path fill="var(--figure)" d="M99 268h64v30h-64z" />
      </g>
    </svg>
  );
}

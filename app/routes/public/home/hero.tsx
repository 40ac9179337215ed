import { Arrow } from '../../../ui/arrow.tsx';
import { Stage } from '../../../ui/brand/stage.tsx';
import { PageLink } from '../../../ui/page-link.tsx';
import { useSite } from '../../../ui/site.ts';
import { Facts, type FactsProps } from './facts.tsx';
import styles from './hero.module.css';

interface Props {
  /** What it is and where; may be empty. */
  line: string;
  title: string;
  text: string;
  link: string;
  facts: FactsProps;
}

export function Hero({ line, title, text, link, facts }: Props) {
  const hasProgramme = useSite()?.hasProgramme;
  return (
    <section className={styles.hero}>
      <div className={`backdrop ${styles.scene}`}>
        <Stage />
        <div className={styles.words}>
          {line.trim() && <p className={styles.line}>{line}</p>}
          <h1 className={styles.title}>{title}</h1>
          <div className={styles.microphone} aria-hidden="true">
            <Microphone />
          </div>
        </div>
        <Facts {...facts} />
      </div>
      <div className={styles.intro}>
        <p>{text}</p>
        <div className={styles.links}>
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

function Microphone() {
  return (
    <svg width="100%" height="100%" viewBox="0 0 260 900" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
      <defs>
        <linearGradient id="mic-lit" x1="0.2" y1="0" x2="0.75" y2="1">
          <stop className={styles.rim} offset="0" />
          <stop className={styles.glow} offset="0.3" />
          <stop className={styles.figure} offset="0.78" />
        </linearGradient>
        <linearGradient id="mic-pole" x1="0" x2="1">
          <stop className={styles.rim} offset="0" />
          <stop className={styles.figure} offset="0.45" />
        </linearGradient>
        <pattern id="mic-mesh" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path className={styles.mesh} d="M0 0h9M0 0v9" />
        </pattern>
      </defs>
      <path fill="url(#mic-pole)" d="M126 300h9v552h-9z" />
      <path fill="url(#mic-pole)" d="M122.5 520h16v92h-16z" />
      <ellipse className={styles.base} cx="130.5" cy="864" rx="92" ry="17" />
      <path className={styles.edge} d="M38.5 862a92 17 0 0 1 184 0" />
      <g transform="rotate(-22 130 292)">
        <path fill="url(#mic-lit)" d="M100 148h62l-9 196a22 13 0 0 1-44 0z" />
        <path fill="url(#mic-lit)" d="M84 122c-5-66 18-100 47-100s52 34 47 100z" />
        <path fill="url(#mic-mesh)" d="M84 122c-5-66 18-100 47-100s52 34 47 100z" />
        <path className={styles.edge} d="M86 112c-3-58 17-89 45-89" />
        <rect fill="url(#mic-lit)" x="80" y="118" width="102" height="26" rx="9" />
        <path className={styles.edge} d="M84 122h92" />
        <path className={styles.clip} d="M99 268h64v30h-64z" />
      </g>
    </svg>
  );
}

import styles from './stage.module.css';

export function Stage() {
  return (
    <div className={styles.stage} aria-hidden="true">
      <div className={styles.beam} />
      <div className={styles.floor} />
      <div className={styles.pool} />
      <div className={styles.ramp} />
      <div className={styles.grain} />
    </div>
  );
}

export function Microphone() {
  return (
    <svg width="100%" height="100%" viewBox="0 0 260 900" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
      <linearGradient id="mic-lit" x1="0.2" x2="0.75" y2="1">
        <stop stopColor="var(--rim)" />
        <stop stopColor="color-mix(in srgb, var(--hot) 42%, var(--figure))" offset="0.3" />
        <stop stopColor="var(--figure)" offset="0.78" />
      </linearGradient>
      <pattern id="mic-mesh" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path fill="var(--figure)" d="M0 0h9v2H2v7H0z" />
      </pattern>
      <path fill="var(--figure)" d="M126 300h9v552h-9zM38.5 864a92 17 0 1 0 184 0a92 17 0 1 0-184 0z" />
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

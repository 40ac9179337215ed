import { encode } from 'uqr';
import styles from './admins.module.css';

/** Quiet zone in modules (ISO 18004). */
const QUIET = 4;

/** Dark on white in both themes: cameras read that best. */
export function QrCode({ address, label }: { address: string; label: string }) {
  const { data, size } = encode(address, { ecc: 'M', border: QUIET });
  const dark = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className={styles.qr}
      shapeRendering="crispEdges"
    >
      <path d={dark} />
    </svg>
  );
}

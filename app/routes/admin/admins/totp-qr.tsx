import { encode } from 'uqr';
import styles from './admins.module.css';

/** Blank modules around it that a camera needs (ISO 18004). */
const QUIET = 4;

/** An address as a QR code: dark on white in either theme, which is what cameras read best. */
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

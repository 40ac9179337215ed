import { useCallback, useEffect } from 'react';
import type { Viewers } from '../../../../http/live/viewers.ts';
import { useLoaded } from '../../../ui/admin/loading/use-loaded.ts';
import { plural } from '../../../ui/admin/plural.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import styles from './live.module.css';
import { Part } from './part.tsx';

const LOOK_EVERY = 10_000; // ms
const SIZE = { width: 300, height: 48 };

type Shown = Viewers & { is_all: boolean };

export function ViewersPart() {
  const { call } = useSession();
  const read = useCallback(
    async (signal: AbortSignal) => (await call<Shown>('GET', '/admin/viewers', { signal, background: true })).data,
    [call],
  );
  const { data, problem, reload } = useLoaded(read);
  useEffect(() => {
    const timer = setInterval(() => void (document.hidden || reload()), LOOK_EVERY);
    return () => clearInterval(timer);
  }, [reload]);
  const counts = data ? [...data.minutes.map(({ count }) => count), data.now] : [];
  const most = Math.max(...counts);
  return (
    <Part title="Зрители" isLoaded={data !== undefined} problem={problem} onRetry={reload}>
      {data && (
        <>
          <p className={styles.count}>{plural(data.now, 'зритель', 'зрителя', 'зрителей')}</p>
          {data.minutes.length > 1 && (
            <svg
              className={styles.line}
              viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
              preserveAspectRatio="none"
              role="img"
            >
              <title>{`За последний час: от ${Math.min(...counts)} до ${most}`}</title>
              <polyline points={pointsOf(counts, most)} vectorEffect="non-scaling-stroke" />
            </svg>
          )}
          <p className={styles.note}>
            Открытые страницы сайта{data.is_all ? '' : ' на этом сервере'}
            {data.minutes.length > 1 && `, по минутам за последний час: самое большее ${most}`}.
          </p>
        </>
      )}
    </Part>
  );
}

function pointsOf(counts: number[], most: number): string {
  const [step, unit] = [SIZE.width / (counts.length - 1), (SIZE.height - 4) / Math.max(1, most)];
  return counts
    .map((count, at) => `${(at * step).toFixed(1)},${(SIZE.height - 2 - count * unit).toFixed(1)}`)
    .join(' ');
}

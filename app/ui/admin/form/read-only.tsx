import { useEffect, useState } from 'react';
import { ANSWERED, type Answered } from '../../api.ts';
import ui from '../patterns.module.css';
import styles from './read-only.module.css';

const REASONS: Record<string, string> = {
  unavailable: 'База данных не отвечает. Сайт показывает последние сохранённые страницы.',
  read_only: 'База данных доступна только для чтения. Сообщите об этом администратору сервера.',
  disk_full: 'На диске сервера не осталось места. Сообщите об этом администратору сервера.',
};
/** Polling while the database is unavailable, in ms. */
const ASK_EVERY = 5000;

/** Shown while nothing can be saved: until a save succeeds or the database answers. */
export function ReadOnlyNotice() {
  const [code, setCode] = useState('');
  useEffect(() => {
    const listen = ({ detail }: CustomEvent<Answered>) => {
      if (REASONS[detail.code]) setCode(detail.code);
      else if (detail.code === '' && detail.method !== 'GET') setCode('');
    };
    window.addEventListener(ANSWERED, listen as EventListener);
    return () => window.removeEventListener(ANSWERED, listen as EventListener);
  }, []);
  useEffect(() => {
    if (code !== 'unavailable') return;
    const timer = setInterval(async () => {
      const answer = await fetch('/readyz').catch(() => undefined);
      if (answer?.ok) setCode('');
    }, ASK_EVERY);
    return () => clearInterval(timer);
  }, [code]);
  return (
    <div role="status" className={styles.status}>
      {code && (
        <p className={`${ui.card} ${styles.notice}`}>
          <strong>Сейчас можно только читать.</strong> {REASONS[code]} Не закрывайте страницу: сохраните набранное,
          когда это сообщение исчезнет.
        </p>
      )}
    </div>
  );
}

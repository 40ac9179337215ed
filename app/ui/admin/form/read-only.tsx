import { Box } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ANSWERED, type Answered } from '../../api.ts';
import ui from '../patterns.module.css';

const REASONS: Record<string, string> = {
  unavailable: 'База данных не отвечает. Сайт показывает последние сохранённые страницы.',
  read_only: 'База данных доступна только для чтения. Сообщите об этом администратору сервера.',
  disk_full: 'На диске сервера не осталось места. Сообщите об этом администратору сервера.',
};
const POLL_INTERVAL = 5000; // Polling while the database is unavailable, in ms

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
    }, POLL_INTERVAL);
    return () => clearInterval(timer);
  }, [code]);
  return (
    // Phones have no room for it while typing. Failed saves have a message of their own.
    <Box
      role="status"
      pos={{ base: 'static', sm: 'sticky' }}
      top={{ sm: '4.25rem', md: '0.75rem' }}
      maw="76rem"
      mx="auto"
      style={{ zIndex: 2 }}
    >
      {code && (
        <p className={ui.notice} data-kind="bad" style={NOTICE}>
          <span>
            <strong>Сейчас можно только читать.</strong> {REASONS[code]} Не закрывайте страницу: сохраните набранное,
            когда это сообщение исчезнет.
          </span>
        </p>
      )}
    </Box>
  );
}

const NOTICE = { marginBottom: '1.25rem', border: '1px solid var(--bad)' };

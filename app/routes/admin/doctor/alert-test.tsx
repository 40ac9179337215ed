import { Button } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useLoaded } from '../../../ui/admin/loading/use-loaded.ts';
import { tellProblem } from '../../../ui/admin/notices.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import styles from './doctor.module.css';

/** Nothing without ALERT_URL. */
export function AlertTest({ onSent }: { onSent: () => void }) {
  const { call } = useSession();
  const read = useCallback(
    async (signal: AbortSignal) => (await call<{ to: string | null }>('GET', '/admin/alerts', { signal })).data,
    [call],
  );
  const { data } = useLoaded(read);
  const [isSending, setIsSending] = useState(false);
  const [result, setResult] = useState('');
  if (!data?.to) return null;
  const send = async () => {
    setIsSending(true);
    setResult('');
    try {
      const { problem } = (await call<{ problem: string | null }>('POST', '/admin/alerts/test')).data;
      setResult(problem ? `Пробное оповещение не дошло. ${problem}` : 'Пробное оповещение дошло до получателя.');
      onSent();
    } catch (error) {
      tellProblem(error);
    } finally {
      setIsSending(false);
    }
  };
  return (
    <section className={styles.alerts} aria-label="Пробное оповещение">
      <p>
        О неполадках с копиями, местом на диске и сертификатом сервер сообщает на <code>{data.to}</code>.
      </p>
      <Button variant="default" onClick={send} loading={isSending}>
        Отправить пробное оповещение
      </Button>
      <p role="status">{result}</p>
    </section>
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { tellProblem } from '../../../ui/admin/notices.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { useAnswer } from '../../../ui/admin/queries.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';

/** Nothing without ALERT_URL. */
export function AlertTest({ onSent }: { onSent: () => void }) {
  const { call } = useSession();
  const { data } = useAnswer<{ to: string | null }>('/admin/alerts');
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
    <section className={ui.list} style={{ justifyItems: 'start' }} aria-label="Пробное оповещение">
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

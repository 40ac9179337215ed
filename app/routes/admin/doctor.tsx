import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DoctorReport } from '../../../ops/doctor/report.ts';
import { Moment } from '../../ui/admin/fields/moment.tsx';
import { LoadState } from '../../ui/admin/loading/states.tsx';
import { useBackups } from '../../ui/admin/loading/use-backups.ts';
import { copy, tellProblem } from '../../ui/admin/notices.ts';
import ui from '../../ui/admin/patterns.module.css';
import { useAnswer } from '../../ui/admin/queries.ts';
import { panelHead, Screen } from '../../ui/admin/screen.tsx';
import { useSession } from '../../ui/admin/sign-in/session.tsx';
import { FindingGroup, Verdict } from './doctor/findings.tsx';

export const meta = () => panelHead('Проверка сайта');

export default function Doctor() {
  const { report, problem, isLoading, look } = useReport();
  const backups = useBackups();
  useAfterWork(backups.isBusy, look);
  const needy = report?.groups.flatMap(({ title, lines }) =>
    lines.filter(({ state }) => state !== 'good').map((line) => ({ ...line, group: title })),
  );
  return (
    <Screen
      title="Проверка сайта"
      lead="Сервер, база и всё, от чего зависит сайт: что в порядке, что нет и что делать."
      actions={
        <>
          {report && (
            <Button variant="default" onClick={() => copy(report.text, 'Отчёт скопирован.')}>
              Скопировать отчёт
            </Button>
          )}
          <Button onClick={look} loading={isLoading && report !== undefined}>
            Проверить заново
          </Button>
        </>
      }
    >
      <LoadState data={report} problem={problem} reload={look} rows={6} height={56} />
      {report && needy && (
        <>
          <Verdict worst={report.worst} lines={needy}>
            Проверено: <Moment at={report.at} />
          </Verdict>
          {needy.length > 0 && <FindingGroup title="Требует внимания" lines={byWeight(needy)} backups={backups} />}
          {report.groups.map(({ title, lines }) => (
            <FindingGroup
              key={title}
              title={title}
              lines={lines.filter(({ state }) => state === 'good')}
              backups={backups}
            />
          ))}
          <AlertTest onSent={look} />
        </>
      )}
    </Screen>
  );
}

/** The first report may be a few minutes old; the button forces a new one. */
function useReport() {
  const [isFresh, setFresh] = useState(false);
  const {
    data: report,
    problem,
    isLoading,
    reload,
  } = useAnswer<DoctorReport>(isFresh ? '/admin/doctor?fresh' : '/admin/doctor');
  const look = useCallback(() => (isFresh ? void reload() : setFresh(true)), [isFresh, reload]);
  return { report, problem, isLoading, look };
}

function useAfterWork(isBusy: boolean, look: () => void): void {
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy) look();
    wasBusy.current = isBusy;
  }, [isBusy, look]);
}

const WEIGHT = ['bad', 'attention', 'unknown', 'good'];

function byWeight<T extends { state: string }>(lines: T[]): T[] {
  return [...lines].sort((one, other) => WEIGHT.indexOf(one.state) - WEIGHT.indexOf(other.state));
}

/** Nothing without ALERT_URL. */
function AlertTest({ onSent }: { onSent: () => void }) {
  const { call } = useSession();
  const { data } = useAnswer<{ to: string | null }>('/admin/alerts');
  const test = useMutation({
    mutationFn: async () => (await call<{ problem: string | null }>('POST', '/admin/alerts/test')).data.problem,
    onSuccess: onSent,
    onError: tellProblem,
  });
  if (!data?.to) return null;
  return (
    <section className={ui.list} style={{ justifyItems: 'start' }} aria-label="Пробное оповещение">
      <p>
        О неполадках с копиями, местом на диске и сертификатом сервер сообщает на <code>{data.to}</code>.
      </p>
      <Button variant="default" onClick={() => test.mutate()} loading={test.isPending}>
        Отправить пробное оповещение
      </Button>
      <p role="status">
        {test.isSuccess &&
          (test.data ? `Пробное оповещение не дошло. ${test.data}` : 'Пробное оповещение дошло до получателя.')}
      </p>
    </section>
  );
}

import { Button } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DoctorReport } from '../../../ops/doctor/report.ts';
import { copy } from '../../ui/admin/copy.ts';
import { Moment } from '../../ui/admin/fields/moment.tsx';
import { LoadState } from '../../ui/admin/loading/states.tsx';
import { useBackups } from '../../ui/admin/loading/use-backups.ts';
import { useAnswer } from '../../ui/admin/queries.ts';
import { panelHead, Screen } from '../../ui/admin/screen.tsx';
import { AlertTest } from './doctor/alert-test.tsx';
import { FindingGroup } from './doctor/finding-group.tsx';
import { Verdict } from './doctor/verdict.tsx';

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
      narrow
      lead="Сервер, база и всё, от чего зависит сайт: что в порядке, что нет и что делать."
      actions={
        <>
          <Button onClick={look} loading={isLoading && report !== undefined}>
            Проверить заново
          </Button>
          {report && (
            <Button variant="default" onClick={() => copy(report.text, 'Отчёт скопирован.')}>
              Скопировать отчёт
            </Button>
          )}
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

import { Button, VisuallyHidden } from '@mantine/core';
import { useDidUpdate } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { plural } from '../../../model/text/plural.ts';
import type { DoctorReport, Finding } from '../../../ops/doctor/report.ts';
import { Moment } from '../../ui/admin/fields/moment.tsx';
import { Icon, type IconName } from '../../ui/admin/icon.tsx';
import { LoadState } from '../../ui/admin/loading/states.tsx';
import { type BackupsState, useBackups } from '../../ui/admin/loading/use-backups.ts';
import { copy, notifyError } from '../../ui/admin/notices.ts';
import ui from '../../ui/admin/patterns.module.css';
import { useGet } from '../../ui/admin/queries.ts';
import { panelHead, Screen } from '../../ui/admin/screen.tsx';
import { useSession } from '../../ui/admin/sign-in/session.tsx';
import styles from './doctor/doctor.module.css';

export const meta = () => panelHead('Проверка сайта');

export default function Doctor() {
  // The first report may be a few minutes old; the button forces a new one.
  const [isFresh, setFresh] = useState(false);
  const path = isFresh ? '/admin/doctor?fresh' : '/admin/doctor';
  const { data: report, problem, isLoading, reload } = useGet<DoctorReport>(path);
  const look = () => (isFresh ? void reload() : setFresh(true));
  const backups = useBackups();
  useDidUpdate(() => {
    if (!backups.isBusy) look();
  }, [backups.isBusy]);
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
          <Verdict report={report} />
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

function Verdict({ report: { worst, groups, at } }: { report: DoctorReport }) {
  const count = groups.flatMap(({ lines }) => lines).filter(({ state }) => state === worst).length;
  return (
    <div
      className={`${ui.card} ${styles.verdict}`}
      style={{ borderInlineStart: `0.375rem solid ${MARKS[worst].color}` }}
    >
      <span style={{ display: 'grid', color: MARKS[worst].color }}>
        <Icon name={worst === 'unknown' ? 'check' : MARKS[worst].icon} size={32} />
      </span>
      <div role="status">
        <p className={ui.title} style={{ fontSize: '1.25rem' }}>
          {sentenceFor(worst, count)}
        </p>
        <p className={ui.note}>
          Проверено: <Moment at={at} />
        </p>
      </div>
    </div>
  );
}

function sentenceFor(worst: Finding['state'], count: number): string {
  if (worst === 'bad') return `Нужно вмешаться: ${plural(count, 'неполадка', 'неполадки', 'неполадок')}`;
  if (worst === 'attention') return `Сайт работает; ${plural(count, 'замечание', 'замечания', 'замечаний')}`;
  return worst === 'good' ? 'Всё в порядке' : 'Всё, что удалось проверить, в порядке';
}

const WEIGHT = ['bad', 'attention', 'unknown', 'good'];

function byWeight<T extends { state: string }>(lines: T[]): T[] {
  return lines.toSorted((one, other) => WEIGHT.indexOf(one.state) - WEIGHT.indexOf(other.state));
}

const ACTS = { backup: 'Сделать копию', drill: 'Проверить копию' };

interface Props {
  title: string;
  lines: (Finding & { group?: string })[]; // The group of those that need attention
  backups: BackupsState;
}

function FindingGroup({ title, lines, backups: { order, ordered, isBusy, data } }: Props) {
  if (lines.length === 0) return null;
  return (
    <section className={ui.list} aria-label={title}>
      <h2 className={ui.title}>{title}</h2>
      <ul className={ui.rows}>
        {lines.map((line) => (
          <li key={line.id} className={styles.line} data-state={line.state}>
            <span className={styles.mark} style={{ color: MARKS[line.state].color }}>
              <Icon name={MARKS[line.state].icon} />
              {line.state === 'good' ? <VisuallyHidden>В порядке</VisuallyHidden> : MARKS[line.state].word}
            </span>
            <div>
              <h3>
                {line.name}
                {line.group && line.group !== line.name && <small className={ui.note}> {line.group}</small>}
              </h3>
              <p>{line.text}</p>
              {line.advice && !line.act && <p style={ADVICE}>{line.advice}</p>}
              {line.act && (
                <Button
                  mt="0.625rem"
                  variant="default"
                  size="sm"
                  loading={(data?.running ?? ordered) === line.act}
                  disabled={isBusy}
                  onClick={() => line.act && order(line.act)}
                >
                  {ACTS[line.act]}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const ADVICE = {
  marginTop: '0.5rem',
  paddingInlineStart: '0.75rem',
  borderInlineStart: '2px solid var(--edge-strong)',
};

const MARKS: Record<Finding['state'], { word: string; icon: IconName; color: string }> = {
  bad: { word: 'Беда', icon: 'bad', color: 'var(--bad)' },
  attention: { word: 'Внимание', icon: 'attention', color: 'var(--wait)' },
  unknown: { word: 'Неизвестно', icon: 'question', color: 'var(--mantine-color-dimmed)' },
  good: { word: 'В порядке', icon: 'check', color: 'var(--good)' },
};

/** Nothing without ALERT_URL. */
function AlertTest({ onSent }: { onSent: () => void }) {
  const { call } = useSession();
  const { data } = useGet<{ to: string | null }>('/admin/alerts');
  const test = useMutation({
    mutationFn: async () => (await call<{ problem: string | null }>('POST', '/admin/alerts/test')).data.problem,
    onSuccess: onSent,
    onError: notifyError,
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

import { Button, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { plural } from '../../../../model/text/plural.ts';
import type { DoctorReport } from '../../../../ops/doctor/report.ts';
import { Icon, type IconName } from '../../../ui/admin/icon.tsx';
import type { BackupsState } from '../../../ui/admin/loading/use-backups.ts';
import ui from '../../../ui/admin/patterns.module.css';
import styles from './doctor.module.css';

type Finding = DoctorReport['groups'][number]['lines'][number] & { group?: string };

const ACTS = { backup: 'Сделать копию', drill: 'Проверить копию' };

interface Props {
  title: string;
  lines: Finding[];
  backups: BackupsState;
}

export function FindingGroup({ title, lines, backups: { order, ordered, isBusy, data } }: Props) {
  if (lines.length === 0) return null;
  return (
    <section className={ui.list} aria-label={title}>
      <h2 className={ui.title}>{title}</h2>
      <ul className={ui.rows}>
        {lines.map((line) => (
          <li key={line.id} className={styles.line} data-state={line.state}>
            <StateMark state={line.state} />
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

const MARKS: Record<Finding['state'], { word: string; icon: IconName }> = {
  good: { word: 'В порядке', icon: 'check' },
  unknown: { word: 'Неизвестно', icon: 'question' },
  attention: { word: 'Внимание', icon: 'attention' },
  bad: { word: 'Беда', icon: 'bad' },
};

function StateMark({ state }: { state: Finding['state'] }) {
  const { word, icon } = MARKS[state];
  return (
    <span className={styles.mark} data-state={state}>
      <Icon name={icon} />
      {state === 'good' ? <VisuallyHidden>{word}</VisuallyHidden> : word}
    </span>
  );
}

export function Verdict({
  worst,
  lines,
  children,
}: {
  worst: Finding['state'];
  lines: Finding[];
  children: ReactNode;
}) {
  return (
    <div className={`${ui.card} ${styles.verdict}`} data-state={worst}>
      <Icon name={worst === 'good' || worst === 'unknown' ? 'check' : worst} size={32} />
      <div role="status">
        <p className={ui.title} style={{ fontSize: '1.25rem' }}>
          {sentenceFor(worst, lines)}
        </p>
        <p className={ui.note}>{children}</p>
      </div>
    </div>
  );
}

function sentenceFor(worst: Finding['state'], lines: Finding[]): string {
  const count = (state: Finding['state']) => lines.filter((line) => line.state === state).length;
  if (worst === 'bad') return `Нужно вмешаться: ${plural(count('bad'), 'неполадка', 'неполадки', 'неполадок')}`;
  if (worst === 'attention')
    return `Сайт работает; ${plural(count('attention'), 'замечание', 'замечания', 'замечаний')}`;
  return worst === 'good' ? 'Всё в порядке' : 'Всё, что удалось проверить, в порядке';
}

import type { ReactNode } from 'react';
import { Icon } from '../../../ui/admin/icon.tsx';
import ui from '../../../ui/admin/patterns.module.css';
import { plural } from '../../../ui/admin/plural.ts';
import styles from './doctor.module.css';
import type { Finding } from './finding-group.tsx';

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

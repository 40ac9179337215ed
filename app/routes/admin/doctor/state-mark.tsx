import { VisuallyHidden } from '@mantine/core';
import { Icon, type IconName } from '../../../ui/admin/icon.tsx';
import styles from './doctor.module.css';
import type { Finding } from './finding-group.tsx';

const MARKS: Record<Finding['state'], { word: string; icon: IconName }> = {
  good: { word: 'В порядке', icon: 'check' },
  unknown: { word: 'Неизвестно', icon: 'question' },
  attention: { word: 'Внимание', icon: 'attention' },
  bad: { word: 'Беда', icon: 'bad' },
};

export function StateMark({ state }: { state: Finding['state'] }) {
  const { word, icon } = MARKS[state];
  return (
    <span className={styles.mark} data-state={state}>
      <Icon name={icon} />
      {state === 'good' ? <VisuallyHidden>{word}</VisuallyHidden> : word}
    </span>
  );
}

import { Button } from '@mantine/core';
import { tellProblem } from '../../../../ui/admin/notices.ts';
import styles from './presence-line.module.css';

interface Props {
  others: readonly { username: string; tab: string }[];
  self: string;
  isBehind: boolean;
  /** False on a conflict. */
  onRefresh: () => Promise<boolean>;
}

export function PresenceLine({ others, self, isBehind, onRefresh }: Props) {
  const names = [...new Set(others.map(({ username }) => (username === self ? 'вас в другой вкладке' : username)))];
  const refresh = async () => {
    const fits = await onRefresh().catch((error) => void tellProblem(error));
    if (fits === false) tellProblem('Вы изменили то же самое. Что оставить, панель спросит при сохранении.');
  };
  return (
    <div className={styles.line} role="status">
      {names.length > 0 && <p>Сейчас новость открыта у {joined(names)}.</p>}
      {isBehind && (
        <p>
          Новость тем временем сохранили заново.{' '}
          <Button size="compact-sm" variant="default" onClick={refresh}>
            Показать новое
          </Button>
        </p>
      )}
    </div>
  );
}

function joined(names: string[]): string {
  return new Intl.ListFormat('ru').format(names);
}

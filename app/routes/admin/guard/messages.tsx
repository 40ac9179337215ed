import { Button, Loader, Title } from '@mantine/core';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import styles from './messages.module.css';

export function Checking() {
  return (
    <main className={styles.message}>
      <Loader size="sm" aria-hidden="true" />
      <p role="status">Проверка авторизации...</p>
    </main>
  );
}

export function CheckFailed({ problem, onRetry }: { problem: string; onRetry: () => void }) {
  return (
    <main className={styles.message}>
      <Problem text={`Ошибка: ${problem}`} onRetry={onRetry} />
      <p className={styles.note}>Вход не потерян: как только сервер ответит, панель откроется.</p>
    </main>
  );
}

export function Crashed() {
  return (
    <main className={styles.message}>
      <Title order={1}>Экран сломался</Title>
      <p className={styles.note}>Ошибка на нашей стороне. Сохранённое не пострадало: откройте экран заново.</p>
      <Button onClick={() => location.reload()}>Открыть заново</Button>
    </main>
  );
}

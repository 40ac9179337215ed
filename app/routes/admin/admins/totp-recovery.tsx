import { Alert, Button } from '@mantine/core';
import { copy } from '../../../ui/admin/copy.ts';
import styles from './admins.module.css';

/** Shown only once. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <div className={styles.form}>
      <Alert color="green" role="status" title="Вход с кодом включён">
        Сохраните запасные коды там, где они не пропадут вместе с телефоном. Каждый впускает один раз вместо кода из
        приложения. Больше они не появятся.
      </Alert>
      <ul className={styles.codes} aria-label="Запасные коды">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button onClick={() => copy(codes.join('\n'), 'Запасные коды скопированы.')}>Скопировать все</Button>
        <Button variant="default" onClick={onClose}>
          Сохранено
        </Button>
      </div>
    </div>
  );
}

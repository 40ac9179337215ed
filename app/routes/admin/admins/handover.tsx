import { Alert, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { copy } from '../../../ui/admin/copy.ts';
import type { Pair } from '../../../ui/admin/sign-in/sign-in.ts';
import styles from './admins.module.css';

interface Props {
  pair: Pair;
  children: ReactNode;
  onClose?: () => void;
}

/** The server keeps only a hash: the password is never shown again. */
export function Handover({ pair: { username, password }, children, onClose }: Props) {
  const parts = [
    ['Адрес панели', `${location.origin}/admin`],
    ['Имя пользователя', username],
    ['Пароль', password],
  ] as const;
  const text = parts.map(([name, value]) => `${name}: ${value}`).join('\n');
  return (
    <Alert color="green" {...(onClose && { withCloseButton: true, onClose })}>
      <p className={styles.done}>{children}</p>
      <p className={styles.hint}>Передайте: адрес панели, имя, пароль. Больше пароль не покажут.</p>
      <dl className={styles.handover}>
        {parts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Button variant="default" size="sm" onClick={() => copy(text, 'Данные для входа скопированы.')}>
        Скопировать всё
      </Button>
    </Alert>
  );
}

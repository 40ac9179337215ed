import { Alert, Button, Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { copy } from '../../../ui/admin/copy.ts';
import ui from '../../../ui/admin/patterns.module.css';
import type { Pair } from '../../../ui/admin/sign-in/sign-in.ts';

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
      <Text fw={600}>{children}</Text>
      <p>Передайте: адрес панели, имя, пароль. Больше пароль не покажут.</p>
      <dl className={ui.facts} style={{ marginBlock: '0.75rem' }}>
        {parts.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>
              <code style={{ fontWeight: 600, userSelect: 'all' }}>{value}</code>
            </dd>
          </Fragment>
        ))}
      </dl>
      <Button variant="default" size="sm" onClick={() => copy(text, 'Данные для входа скопированы.')}>
        Скопировать всё
      </Button>
    </Alert>
  );
}

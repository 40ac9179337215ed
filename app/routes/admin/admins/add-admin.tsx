import { Alert, Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Admin } from '../../../../model/admins.ts';
import { Card } from '../../../ui/admin/screen.tsx';
import { useSession } from '../../../ui/admin/session.tsx';
import { Problem } from '../../../ui/admin/states.tsx';
import styles from './admins.module.css';
import { NewPassword } from './new-password.tsx';
import { useFormCall } from './use-form-call.ts';

export function AddAdmin({ onAdded }: { onAdded: (admin: Admin) => void }) {
  const { call } = useSession();
  const [added, setAdded] = useState('');
  const { form, text, set, busy, problem } = useFormCall({ username: '', password: '' }, async (values) => {
    const { data } = await call<Admin>('POST', '/admin/admins', { body: values });
    setAdded(data.username);
    onAdded(data);
  });
  return (
    <Card title="Добавить администратора">
      <form {...form} className={styles.form}>
        <TextInput
          label="Имя пользователя"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          withAsterisk
          aria-required
          {...text('username')}
        />
        <NewPassword {...text('password')} onMade={(password) => set('password', password)} />
        {problem && <Problem text={`Ошибка: ${problem}`} />}
        {added && (
          <Alert color="green" withCloseButton onClose={() => setAdded('')}>
            Администратор «{added}» добавлен и может войти.
          </Alert>
        )}
        <Button type="submit" loading={busy} className={styles.submit}>
          Добавить
        </Button>
      </form>
    </Card>
  );
}

import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Admin } from '../../../../model/admins/admins.ts';
import { useFormCall } from '../../../ui/admin/form/use-form-call.ts';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import { Card } from '../../../ui/admin/screen.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import type { Pair } from '../../../ui/admin/sign-in/sign-in.ts';
import styles from './admins.module.css';
import { Handover } from './handover.tsx';
import { NewPassword } from './new-password.tsx';
import { RoleField } from './role-field.tsx';

export function AddAdmin({ onAdded }: { onAdded: (admin: Admin) => void }) {
  const { call } = useSession();
  const [added, setAdded] = useState<Pair[]>([]);
  const { form, text, set, busy, problem } = useFormCall(
    { username: '', password: '', role: 'editor' },
    async (values) => {
      const { data } = await call<Admin>('POST', '/admin/admins', { body: values });
      setAdded((before) => [...before, { username: data.username, password: values.password }]);
      onAdded(data);
    },
  );
  return (
    <Card title="Добавить с паролем">
      <form {...form} className={styles.form}>
        <TextInput
          label="Имя пользователя"
          description="Без пробелов, например maria.press"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          withAsterisk
          aria-required
          {...text('username')}
        />
        <RoleField {...text('role')} />
        <NewPassword {...text('password')} onMade={(password) => set('password', password)} />
        {problem && <Problem text={`Ошибка: ${problem}`} />}
        {added.map((pair) => (
          <Handover
            key={pair.username}
            pair={pair}
            onClose={() => setAdded((before) => before.filter((one) => one !== pair))}
          >
            Участник «{pair.username}» добавлен и может войти.
          </Handover>
        ))}
        <Button type="submit" loading={busy} className={styles.submit}>
          Добавить
        </Button>
      </form>
    </Card>
  );
}

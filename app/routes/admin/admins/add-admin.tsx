import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Admin } from '../../../../model/admins/admins.ts';
import { useFormCall } from '../../../ui/admin/form/use-form-call.ts';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import ui from '../../../ui/admin/patterns.module.css';
import { useChange } from '../../../ui/admin/queries.ts';
import { Card } from '../../../ui/admin/screen.tsx';
import type { Pair } from '../../../ui/admin/sign-in/sign-in.ts';
import { Handover } from './handover.tsx';
import { NewPassword } from './new-password.tsx';
import { RoleField } from './role-field.tsx';

export function AddAdmin() {
  const change = useChange('/admin/admins');
  const [added, setAdded] = useState<Pair[]>([]);
  const { form, text, set, busy, problem } = useFormCall(
    { username: '', password: '', role: 'editor' },
    async (values) => {
      const { data } = await change<Admin>('POST', '/admin/admins', { body: values });
      setAdded((before) => [...before, { username: data.username, password: values.password }]);
    },
  );
  return (
    <Card title="Добавить с паролем">
      <form {...form} className={ui.form}>
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
        <Button type="submit" loading={busy}>
          Добавить
        </Button>
      </form>
    </Card>
  );
}

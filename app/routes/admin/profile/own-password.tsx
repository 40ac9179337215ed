import { Alert, Button, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { useFormCall } from '../../../ui/admin/form/form-call.tsx';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import ui from '../../../ui/admin/patterns.module.css';
import { useChange } from '../../../ui/admin/queries.ts';
import { Card } from '../../../ui/admin/screen.tsx';

export function OwnPassword() {
  const change = useChange('/admin/sessions');
  const [isChanged, setChanged] = useState(false);
  const { form, text, busy, problem } = useFormCall({ current: '', password: '' }, async (values) => {
    await change('PUT', '/admin/me/password', { body: values });
    setChanged(true);
  });
  return (
    <Card title="Ваш пароль" id="password">
      <form {...form} className={ui.form}>
        <CurrentPassword {...text('current')} />
        <PasswordInput
          label="Новый пароль"
          description="Не короче 12 знаков. Остальные ваши сеансы закончатся."
          autoComplete="new-password"
          withAsterisk
          aria-required
          {...text('password')}
        />
        {problem && <Problem text={`Ошибка: ${problem}`} />}
        {isChanged && (
          <Alert color="green" withCloseButton onClose={() => setChanged(false)}>
            Пароль изменён.
          </Alert>
        )}
        <Button type="submit" loading={busy}>
          Сменить пароль
        </Button>
      </form>
    </Card>
  );
}

export function CurrentPassword(props: ReturnType<ReturnType<typeof useFormCall>['text']>) {
  return <PasswordInput label="Текущий пароль" autoComplete="current-password" withAsterisk aria-required {...props} />;
}

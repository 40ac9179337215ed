import { Button, PasswordInput, TextInput } from '@mantine/core';
import { call } from '../../api.ts';
import { useFormCall } from '../form/use-form-call.ts';
import { Problem } from '../loading/states.tsx';
import styles from './accept-form.module.css';
import { keep } from './sign-in.ts';
import type { Invited } from './use-invitation.ts';

export function AcceptForm({ invitation, onDone }: { invitation: Invited; onDone: () => void }) {
  const { secret, username } = invitation;
  const { form, text, busy, problem } = useFormCall({ username: username ?? '', password: '' }, async (body) => {
    const { data } = await call<{ token?: unknown }>('POST', '/auth/invitation', { body, token: secret });
    const missing = keep(data);
    if (missing) throw new Error(missing.text);
    onDone();
  });
  return (
    <form {...form} method="post" className={styles.form}>
      <TextInput
        label="Имя пользователя"
        description={username ? 'Его задал тот, кто вас пригласил' : 'Без пробелов, например maria.press'}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={username !== null}
        withAsterisk={username === null}
        aria-required={username === null}
        {...text('username')}
      />
      <PasswordInput
        label="Пароль"
        description="Не короче 12 знаков: несколько случайных слов или длинная случайная строка"
        autoComplete="new-password"
        withAsterisk
        aria-required
        visibilityToggleButtonProps={{ 'aria-label': 'Показать пароль' }}
        {...text('password')}
      />
      {problem && <Problem text={problem} />}
      <Button type="submit" loading={busy} fullWidth>
        Войти в панель
      </Button>
    </form>
  );
}

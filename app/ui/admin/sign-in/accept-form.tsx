import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Role } from '../../../../roles.ts';
import { call } from '../../api.ts';
import { extractError } from '../../errors/api-error.ts';
import { useFormCall } from '../form/use-form-call.ts';
import { Problem } from '../loading/states.tsx';
import ui from '../patterns.module.css';
import { keep } from './sign-in.ts';

interface Invited {
  secret: string;
  role: Role;
  /** Null: to be chosen. */
  username: string | null;
}

/** Reads the invitation in the URL fragment, removed first: neither history nor a copied address contains its secret. */
export function useInvitation(): { invitation: Invited | undefined; problem: string } {
  const [invitation, setInvitation] = useState<Invited>();
  const [problem, setProblem] = useState('');
  const { hash } = useLocation();
  const navigate = useNavigate();
  const used = useRef('');
  useEffect(() => {
    const secret = /^#invitation=(.+)$/.exec(hash)?.[1];
    if (!secret || used.current === secret) return;
    used.current = secret;
    navigate('/admin/login', { replace: true });
    setProblem('');
    call<Omit<Invited, 'secret'>>('GET', '/auth/invitation', { token: secret }).then(
      ({ data }) => setInvitation({ ...data, secret }),
      (error: unknown) => setProblem(extractError(error)),
    );
  }, [hash, navigate]);
  return { invitation, problem };
}

export function AcceptForm({ invitation, onDone }: { invitation: Invited; onDone: () => void }) {
  const { secret, username } = invitation;
  const { form, text, busy, problem } = useFormCall({ username: username ?? '', password: '' }, async (body) => {
    const { data } = await call<{ token?: unknown }>('POST', '/auth/invitation', { body, token: secret });
    const missing = keep(data);
    if (missing) throw new Error(missing.text);
    onDone();
  });
  return (
    <form {...form} method="post" className={ui.form}>
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

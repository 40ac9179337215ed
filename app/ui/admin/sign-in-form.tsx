import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type SignInProblem, signIn, waitText } from './sign-in.ts';

interface Props {
  username?: string;
  /** The token is stored. */
  onDone: () => void;
  /** Further buttons beside the one that signs in. */
  children?: ReactNode;
}

/** Name and password: on the login page, and over a screen whose session has ended. */
export function SignInForm({ username = '', onDone, children }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<SignInProblem>();
  const wait = useCountdown(problem);
  const isMounted = useMounted();
  const form = useRef<HTMLFormElement>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const data = new FormData(event.currentTarget);
    setBusy(true);
    setProblem(undefined);
    const found = await signIn(String(data.get('username') ?? '').trim(), String(data.get('password') ?? ''));
    if (!found) return onDone();
    setBusy(false);
    setProblem(found);
    form.current
      ?.querySelector<HTMLInputElement>(data.get('username') ? '[name=password]' : '[name=username]')
      ?.focus();
  };

  return (
    // Until the script is there a form would send itself: never with the password in its address.
    <form ref={form} onSubmit={submit} method="post" noValidate>
      <Stack gap="md">
        <TextInput
          name="username"
          label="Имя пользователя"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={username}
          {...(!username && { 'data-autofocus': true })}
        />
        <PasswordInput
          name="password"
          label="Пароль"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Показать пароль' }}
          {...(username && { 'data-autofocus': true })}
        />
        {problem && (
          <Alert color="red" role="alert" title={problem.hint ? problem.text : undefined}>
            {problem.hint ?? problem.text}
          </Alert>
        )}
        <Button type="submit" loading={busy} disabled={!isMounted || wait > 0} fullWidth>
          {wait > 0 ? `Войти через ${waitText(wait)}` : 'Войти'}
        </Button>
        {children}
      </Stack>
    </form>
  );
}

/** Whole seconds left until another attempt is let in. */
function useCountdown(problem: SignInProblem | undefined): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const until = Date.now() + (problem?.wait ?? 0) * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    tick();
    if (!problem?.wait) return;
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [problem]);
  return left;
}

import { Alert, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type Pair, type SignInProblem, signIn } from './sign-in.ts';

interface Props {
  username?: string;
  onDone: () => void;
  children?: ReactNode;
}

export function SignInForm({ username = '', onDone, children }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<SignInProblem>();
  const [pair, setPair] = useState<Pair>(); // Set while the code is requested
  const isMounted = useMounted();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const { currentTarget: form } = event;
    const data = new FormData(form);
    const text = (name: string) => String(data.get(name) ?? '');
    const given = pair ?? { username: text('username').trim(), password: text('password') };
    setBusy(true);
    setProblem(undefined);
    const found = await signIn(given, pair && text('otp').trim());
    if (!found) return onDone();
    setBusy(false);
    setPair(found.asksForCode && given);
    // Requiring the code is no error.
    setProblem(found.asksForCode && !pair ? undefined : found);
    const wrong = pair ? '[name=otp]' : text('username') ? '[name=password]' : '[name=username]';
    const field = form.querySelector<HTMLInputElement>(wrong);
    field?.focus();
    if (pair) field?.select();
  };
  const startOver = () => {
    setPair(undefined);
    setProblem(undefined);
  };
  return (
    // POST: a submit before hydration must not put the password into the URL.
    <form onSubmit={submit} method="post" noValidate>
      <Stack gap="md">
        {pair ? <CodeField username={pair.username} /> : <PairFields username={username} />}
        {problem && <Failure problem={problem} />}
        <Button type="submit" loading={busy} disabled={!isMounted} fullWidth>
          Войти
        </Button>
        {pair && (
          <Button variant="subtle" color="gray" onClick={startOver} fullWidth>
            Назад
          </Button>
        )}
        {children}
      </Stack>
    </form>
  );
}

function Failure({ problem: { text, hint } }: { problem: SignInProblem }) {
  return (
    <Alert color="red" role="group">
      <Text span inherit role="alert" fw={hint ? 600 : undefined}>
        {text}
      </Text>
      {hint && (
        <Text size="sm" mt={4} style={{ textWrap: 'balance' }} role="status">
          {hint}
        </Text>
      )}
    </Alert>
  );
}

function PairFields({ username }: { username: string }) {
  const name = useRef<HTMLInputElement>(null);
  // On a touch screen the keyboard would cover half of the page.
  useEffect(() => {
    if (document.activeElement === document.body && !matchMedia('(pointer: coarse)').matches) name.current?.focus();
  }, []);
  return (
    <>
      <TextInput
        ref={name}
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
        {...(username && { 'data-autofocus': true })}
      />
    </>
  );
}

function CodeField({ username }: { username: string }) {
  const [isRecovery, setRecovery] = useState(false);
  return (
    <Stack gap="0.5rem" align="flex-start">
      <TextInput
        {...(isRecovery ? RECOVERY : { ...APP, description: `Шесть цифр для входа под именем «${username}»` })}
        key={String(isRecovery)}
        ref={focusIt}
        w="100%"
        name="otp"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button variant="subtle" size="sm" px={0} onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? 'Ввести код из приложения' : 'Нет телефона? Ввести запасной код'}
      </Button>
    </Stack>
  );
}

const APP = { label: 'Код из приложения', autoComplete: 'one-time-code', inputMode: 'numeric' } as const;
const RECOVERY = {
  label: 'Запасной код',
  description: 'Один из десяти, сохранённых при включении',
  autoComplete: 'off',
};

function focusIt(field: HTMLInputElement | null): void {
  field?.focus();
}

import { Alert, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Pair, type SignInProblem, signIn, waitText } from './sign-in.ts';

interface Props {
  username?: string;
  onDone: () => void;
  children?: ReactNode;
}

export function SignInForm({ username = '', onDone, children }: Props) {
  const { form, pair, problem, busy, submit, startOver } = useSignIn(onDone);
  const wait = useCountdown(problem);
  const isMounted = useMounted();
  return (
    // POST: a submit before hydration must not put the password into the URL.
    <form ref={form} onSubmit={submit} method="post" noValidate>
      <Stack gap="md">
        {pair ? <CodeField username={pair.username} /> : <PairFields username={username} />}
        {problem && <Failure problem={problem} wait={wait} />}
        <Button type="submit" loading={busy} disabled={!isMounted || wait > 0} fullWidth>
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

/** Only the text is an alert: a screen reader would repeat the countdown every second. */
function Failure({ problem: { text, hint, wait: given }, wait }: { problem: SignInProblem; wait: number }) {
  const isOver = given !== undefined && wait === 0;
  return (
    <Alert color="red" role="group">
      <Text span inherit role="alert" fw={hint ? 600 : undefined}>
        {text}
      </Text>
      {hint && (
        <Text size="sm" mt={4} style={{ textWrap: 'balance' }} role={wait > 0 ? 'timer' : 'status'}>
          {wait > 0 ? `Следующая попытка — через ${waitText(wait)}.` : isOver ? 'Можно попробовать ещё раз.' : hint}
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

/** `pair` is set while its code is asked for. */
function useSignIn(onDone: () => void) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<SignInProblem>();
  const [pair, setPair] = useState<Pair>();
  const form = useRef<HTMLFormElement>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? '');
    const given = pair ?? { username: text('username').trim(), password: text('password') };
    setBusy(true);
    setProblem(undefined);
    const found = await signIn(given, pair && text('otp').trim());
    if (!found) return onDone();
    setBusy(false);
    setPair(found.asksForCode && given);
    // A request for the code is no error.
    setProblem(found.asksForCode && !pair ? undefined : found);
    const wrong = pair ? '[name=otp]' : text('username') ? '[name=password]' : '[name=username]';
    const field = form.current?.querySelector<HTMLInputElement>(wrong);
    field?.focus();
    if (pair) field?.select();
  };
  const startOver = () => {
    setPair(undefined);
    setProblem(undefined);
  };
  return { form, pair, problem, busy, submit, startOver };
}

/** Whole seconds until the next attempt is allowed. */
function useCountdown(problem: SignInProblem | undefined): number {
  const [left, setLeft] = useState(0);
  useLayoutEffect(() => {
    const until = Date.now() + (problem?.wait ?? 0) * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    tick();
    if (!problem?.wait) return;
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [problem]);
  return left;
}

function CodeField({ username }: { username: string }) {
  const [isRecovery, setRecovery] = useState(false);
  return (
    <Stack gap="0.5rem" align="flex-start">
      {isRecovery ? (
        <Field
          key="recovery"
          label="Запасной код"
          description="Один из десяти, сохранённых при включении"
          autoComplete="off"
        />
      ) : (
        <Field
          key="app"
          label="Код из приложения"
          description={`Шесть цифр для входа под именем «${username}»`}
          autoComplete="one-time-code"
          inputMode="numeric"
        />
      )}
      <Button variant="subtle" size="sm" px={0} onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? 'Ввести код из приложения' : 'Нет телефона? Ввести запасной код'}
      </Button>
    </Stack>
  );
}

function Field(props: { label: string; description: string; autoComplete: string; inputMode?: 'numeric' }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return <TextInput {...props} w="100%" ref={field} name="otp" autoCapitalize="none" spellCheck={false} />;
}

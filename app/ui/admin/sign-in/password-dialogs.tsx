import { Button, Group, PasswordInput, Text, TextInput } from '@mantine/core';
import { useCallback, useRef, useState } from 'react';
import type { Answer, CallOptions, Method } from '../../api.ts';
import { ApiError } from '../../errors/api-error.ts';
import { Dialog } from '../dialog.tsx';
import { CallForm, useFormCall } from '../form/form-call.tsx';
import { SESSION_BAR } from '../lower-bar.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Password dialog over the current screen, whose state is kept. */
export function SignInAgain({ username, onDone }: { username: string; onDone: (signedIn: boolean) => void }) {
  return (
    <Dialog title="Сеанс закончился" role="alertdialog" onClose={() => onDone(false)}>
      <Text>Войдите ещё раз. Всё, что вы набрали, остаётся на экране, и начатое действие продолжится само.</Text>
      <SignInForm username={username} onDone={() => onDone(true)}>
        <Button variant="subtle" color="gray" onClick={() => onDone(false)} fullWidth>
          Не сейчас
        </Button>
      </SignInForm>
    </Dialog>
  );
}

/** Shown when only background calls have failed with 401. */
export function SessionEnded({ onSignIn }: { onSignIn: () => void }) {
  return (
    <Group
      ref={SESSION_BAR}
      role="alert"
      justify="center"
      gap="0.5rem 1rem"
      pos="sticky"
      top={0}
      px="md"
      py="0.625rem"
      bg="hot.8"
      c="white"
      fw={500}
      style={{ zIndex: 150 }}
    >
      <span>Сеанс закончился: чтобы сохранять изменения, войдите ещё раз.</span>
      <Button size="sm" variant="white" color="dark" onClick={onSignIn}>
        Войти
      </Button>
    </Group>
  );
}

interface ConfirmProps {
  call: <T>(method: Method, path: string, options?: CallOptions) => Promise<Answer<T>>;
  username: string;
  onDone: (isConfirmed: boolean) => void;
}

/** Password confirmation over the current screen; the refused call is then retried. */
export function ConfirmPassword({ call, username, onDone }: ConfirmProps) {
  const [asksCode, setAsksCode] = useState(false);
  const form = useFormCall(
    { password: '', otp: '' },
    async (body) => {
      try {
        await call('POST', '/auth/confirm', { body });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'otp_required') setAsksCode(true);
        throw error;
      }
      onDone(true);
    },
    asksCode ? [] : ['otp'],
  );
  return (
    <Dialog title="Введите свой пароль" role="alertdialog" onClose={() => form.busy || onDone(false)}>
      <CallForm form={form} submit="Продолжить" onCancel={() => onDone(false)}>
        <Text>
          Команду меняют только с паролем{asksCode && ' и кодом'}: так чужой не воспользуется открытой панелью.
          Следующие десять минут спрашивать не будем.
        </Text>
        {/* Password managers fill by it. */}
        <input name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordInput
          label="Ваш пароль"
          description={`Тот, с которым вы входите как «${username}»`}
          autoComplete="current-password"
          data-autofocus
          {...form.text('password')}
          withAsterisk={false}
        />
        {asksCode && (
          <TextInput
            label="Код"
            description="Шесть цифр из приложения или запасной код"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            {...form.text('otp')}
            withAsterisk={false}
          />
        )}
      </CallForm>
    </Dialog>
  );
}

/** Single-flight: one password dialog for all failed calls. */
export function usePendingDialog() {
  const [asking, setAsking] = useState(false);
  const [ended, setEnded] = useState(false);
  const waiting = useRef<((signedIn: boolean) => void)[]>([]);
  const showBar = useCallback(async () => {
    setEnded(true);
    return false;
  }, []);
  const ask = useCallback(() => {
    setAsking(true);
    setEnded(true);
    return new Promise<boolean>((resolve) => waiting.current.push(resolve));
  }, []);
  const answer = useCallback((signedIn: boolean) => {
    setAsking(false);
    if (signedIn) setEnded(false);
    for (const resolve of waiting.current.splice(0)) resolve(signedIn);
  }, []);
  return { asking, ended, showBar, ask, answer };
}

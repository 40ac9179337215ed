import { Anchor, Box, Center, PasswordInput, Text, TextInput, Title } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type Role, roleNames } from '../../../roles.ts';
import { CallForm, useFormCall } from '../../ui/admin/form/form-call.tsx';
import { Problem } from '../../ui/admin/loading/states.tsx';
import { panelHead } from '../../ui/admin/screen.tsx';
import { enter } from '../../ui/admin/sign-in/sign-in.ts';
import { SignInForm } from '../../ui/admin/sign-in/sign-in-form.tsx';
import { call } from '../../ui/api.ts';
import { extractError } from '../../ui/errors/api-error.ts';
import styles from './login.module.css';

export const meta = () => panelHead('Вход');

export default function Login() {
  const navigate = useNavigate();
  const { isEntering, invitation, problem } = useSecret();
  const { state } = useLocation() as { state: { from?: string } | null };
  return (
    <main className={styles.page}>
      <div className={styles.stage} aria-hidden="true">
        <span>Рампа</span>
      </div>
      <Center p="min(20vh, 10vw) clamp(1.25rem, 5vw, 4rem) 2rem" style={{ alignItems: 'start' }}>
        <Box w="min(22rem, 100%)">
          <Title order={1}>{invitation ? 'Добро пожаловать' : 'Вход в панель'}</Title>
          <Text c="dimmed" mt="0.5rem" mb="lg">
            {invitation
              ? `Вас пригласили в панель сайта. Ваша роль — ${roleNames[invitation.role]}.`
              : 'Новости, голосование, трансляция и тексты сайта.'}
          </Text>
          {problem && (
            <Box mb="lg">
              <Problem text={problem} />
            </Box>
          )}
          {invitation ? (
            <AcceptForm invitation={invitation} onDone={() => navigate('/admin', { replace: true })} />
          ) : isEntering ? (
            <p role="status">Входим по ссылке…</p>
          ) : (
            <SignInForm onDone={() => navigate(state?.from ?? '/admin', { replace: true })} />
          )}
          <Anchor href="/" display="inline-block" mt="lg" py="xs">
            На сайт
          </Anchor>
        </Box>
      </Center>
    </main>
  );
}

interface Invited {
  secret: string;
  role: Role;
  username: string | null;
}

/** Signs in by the secret of a link, or finds who is invited by it. It leaves the URL first: neither history nor a copied address contains it. */
function useSecret() {
  const [isEntering, setEntering] = useState(false);
  const [invitation, setInvitation] = useState<Invited>();
  const [problem, setProblem] = useState('');
  const { hash } = useLocation();
  const navigate = useNavigate();
  const take = useEffectEvent(async (kind: string, secret: string) => {
    void navigate('/admin/login', { replace: true });
    setInvitation(undefined);
    setProblem('');
    setEntering(kind === 'link');
    try {
      if (kind === 'invitation') {
        const { data } = await call<Omit<Invited, 'secret'>>('GET', '/auth/invitation', { token: secret });
        return setInvitation({ ...data, secret });
      }
      await enter('/auth/link', { token: secret });
      await navigate('/admin', { replace: true });
    } catch (error) {
      setProblem(extractError(error));
    }
    setEntering(false);
  });
  useEffect(() => {
    const [, kind, secret] = /^#(link|invitation)=(.+)$/.exec(hash) ?? [];
    if (kind && secret) void take(kind, secret);
  }, [hash]);
  return { isEntering, invitation, problem };
}

function AcceptForm({ invitation, onDone }: { invitation: Invited; onDone: () => void }) {
  const { secret, username } = invitation;
  const send = async (body: object) => {
    await enter('/auth/invitation', { body, token: secret });
    onDone();
  };
  const fields = { username: username ?? '', password: '' };
  const form = useFormCall(fields, send, username === null ? [] : ['username']);
  return (
    <CallForm form={form} submit="Войти в панель">
      <TextInput
        label="Имя пользователя"
        description={username ? 'Его задал тот, кто вас пригласил' : 'Без пробелов, например maria.press'}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={username !== null}
        {...form.text('username')}
      />
      <PasswordInput
        label="Пароль"
        description="Не короче 12 знаков: несколько случайных слов или длинная случайная строка"
        autoComplete="new-password"
        {...form.text('password')}
      />
    </CallForm>
  );
}

import { Anchor, Box, Button, Center, PasswordInput, Text, TextInput, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type Role, roleNames } from '../../../roles.ts';
import { useFormCall } from '../../ui/admin/form/form-call.tsx';
import { Problem } from '../../ui/admin/loading/states.tsx';
import ui from '../../ui/admin/patterns.module.css';
import { panelHead } from '../../ui/admin/screen.tsx';
import { keep, signInByLink } from '../../ui/admin/sign-in/sign-in.ts';
import { SignInForm } from '../../ui/admin/sign-in/sign-in-form.tsx';
import { call } from '../../ui/api.ts';
import { extractError } from '../../ui/errors/api-error.ts';
import styles from './login.module.css';

export const meta = () => panelHead('Вход');

export default function Login() {
  const navigate = useNavigate();
  const { isEntering, problem } = useLoginLink();
  const { invitation, problem: uninvited } = useInvitation();
  const trouble = problem || uninvited;
  const { state } = useLocation() as { state: { from?: string } | null };
  return (
    <main className={styles.page}>
      <div className={styles.stage} aria-hidden="true">
        <span>Рампа</span>
      </div>
      <Center p="min(20vh, 20vw) clamp(1.25rem, 5vw, 4rem) 2rem" style={{ alignItems: 'start' }}>
        <Box w="min(22rem, 100%)">
          <Title order={1}>{invitation ? 'Добро пожаловать' : 'Вход в панель'}</Title>
          <Text c="dimmed" mt="0.5rem" mb="lg">
            {invitation
              ? `Вас пригласили в панель сайта. Ваша роль — ${roleNames[invitation.role]}.`
              : 'Новости, голосование, трансляция и тексты сайта.'}
          </Text>
          {trouble && (
            <Box mb="lg">
              <Problem text={trouble} />
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

/** Signs in by the secret of a link. */
function useLoginLink(): { isEntering: boolean; problem: string } {
  const [isEntering, setEntering] = useState(false);
  const [problem, setProblem] = useState('');
  const navigate = useNavigate();
  useSecret('link', async (secret) => {
    setEntering(true);
    setProblem('');
    const found = await signInByLink(secret);
    setEntering(false);
    if (found) setProblem(found);
    else navigate('/admin', { replace: true });
  });
  return { isEntering, problem };
}

interface Invited {
  secret: string;
  role: Role;
  username: string | null;
}

function useInvitation(): { invitation?: Invited; problem?: string } {
  const [state, setState] = useState<ReturnType<typeof useInvitation>>({});
  useSecret('invitation', (secret) => {
    setState({});
    call<Omit<Invited, 'secret'>>('GET', '/auth/invitation', { token: secret }).then(
      ({ data }) => setState({ invitation: { ...data, secret } }),
      (error: unknown) => setState({ problem: extractError(error) }),
    );
  });
  return state;
}

/** Takes the secret out of the URL fragment first: neither history nor a copied address contains it. */
function useSecret(name: string, take: (secret: string) => void): void {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const used = useRef('');
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const secret = hash.startsWith(`#${name}=`) ? hash.slice(name.length + 2) : '';
    if (used.current === secret) return;
    used.current = secret; // Reset once the hash is gone: the same link may be opened again
    if (!secret) return;
    navigate('/admin/login', { replace: true });
    latest.current(secret);
  }, [name, hash, navigate]);
}

function AcceptForm({ invitation, onDone }: { invitation: Invited; onDone: () => void }) {
  const { secret, username } = invitation;
  const send = async (body: object) => {
    const { data } = await call<{ token?: unknown }>('POST', '/auth/invitation', { body, token: secret });
    const missing = keep(data);
    if (missing) throw new Error(missing.text);
    onDone();
  };
  const fields = { username: username ?? '', password: '' };
  const { form, text, busy, problem } = useFormCall(fields, send, username === null ? [] : ['username']);
  return (
    <form {...form} method="post" className={ui.form}>
      <TextInput
        label="Имя пользователя"
        description={username ? 'Его задал тот, кто вас пригласил' : 'Без пробелов, например maria.press'}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={username !== null}
        {...text('username')}
      />
      <PasswordInput
        label="Пароль"
        description="Не короче 12 знаков: несколько случайных слов или длинная случайная строка"
        autoComplete="new-password"
        {...text('password')}
      />
      {problem && <Problem text={problem} />}
      <Button type="submit" loading={busy} fullWidth>
        Войти в панель
      </Button>
    </form>
  );
}

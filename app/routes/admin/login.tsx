import { Anchor, Box, Text, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { roleNames } from '../../../roles.ts';
import { Problem } from '../../ui/admin/loading/states.tsx';
import { panelHead } from '../../ui/admin/screen.tsx';
import { AcceptForm, useInvitation } from '../../ui/admin/sign-in/accept-form.tsx';
import { signInByLink } from '../../ui/admin/sign-in/sign-in.ts';
import { SignInForm } from '../../ui/admin/sign-in/sign-in-form.tsx';
import styles from './login.module.css';

export const meta = () => panelHead('Вход');

export default function Login() {
  const navigate = useNavigate();
  const { isEntering, problem } = useLoginLink();
  const { invitation, problem: uninvited } = useInvitation();
  const { state } = useLocation() as { state: { from?: string } | null };
  return (
    <main className={styles.page}>
      <div className={styles.stage} aria-hidden="true">
        <span>Рампа</span>
      </div>
      <div className={styles.side}>
        <Box w="min(22rem, 100%)">
          <Title order={1}>{invitation ? 'Добро пожаловать' : 'Вход в панель'}</Title>
          <Text c="dimmed" mt="0.5rem" mb="lg">
            {invitation
              ? `Вас пригласили в панель сайта. Ваша роль — ${roleNames[invitation.role]}.`
              : 'Новости, голосование, трансляция и тексты сайта.'}
          </Text>
          {(problem || uninvited) && (
            <Box mb="lg">
              <Problem text={problem || uninvited} />
            </Box>
          )}
          {invitation ? (
            <AcceptForm invitation={invitation} onDone={() => navigate('/admin', { replace: true })} />
          ) : isEntering ? (
            <p role="status">Входим по ссылке…</p>
          ) : (
            <SignInForm onDone={() => navigate(state?.from ?? '/admin', { replace: true })} />
          )}
          <Anchor href="/" c="dimmed" underline="always" display="inline-block" mt="lg" py="xs">
            На сайт
          </Anchor>
        </Box>
      </div>
    </main>
  );
}

/** Signs in by the secret in the URL fragment, removed first: neither history nor a copied address contains it. */
function useLoginLink(): { isEntering: boolean; problem: string } {
  const [isEntering, setEntering] = useState(false);
  const [problem, setProblem] = useState('');
  const { hash } = useLocation();
  const navigate = useNavigate();
  const used = useRef('');
  useEffect(() => {
    const secret = /^#link=(.+)$/.exec(hash)?.[1];
    if (!secret || used.current === secret) return;
    used.current = secret;
    navigate('/admin/login', { replace: true });
    setEntering(true);
    setProblem('');
    void signInByLink(secret).then((found) => {
      setEntering(false);
      if (found) setProblem(found);
      else navigate('/admin', { replace: true });
    });
  }, [hash, navigate]);
  return { isEntering, problem };
}

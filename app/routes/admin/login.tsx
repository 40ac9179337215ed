import { Text, Title } from '@mantine/core';
import { useLocation, useNavigate } from 'react-router';
import { Problem } from '../../ui/admin/loading/states.tsx';
import { panelHead } from '../../ui/admin/screen.tsx';
import { SignInForm } from '../../ui/admin/sign-in/sign-in-form.tsx';
import styles from './login.module.css';
import { useLoginLink } from './use-login-link.ts';

export const meta = () => panelHead('Вход');

export default function Login() {
  const navigate = useNavigate();
  const { isEntering, problem } = useLoginLink();
  const { state } = useLocation() as { state: { from?: string } | null };
  return (
    <main className={styles.page}>
      <div className={styles.stage} aria-hidden="true">
        <span>Рампа</span>
      </div>
      <div className={styles.side}>
        <div className={styles.form}>
          <Title order={1}>Вход в панель</Title>
          <Text c="dimmed" mb="lg">
            Новости, голосование, трансляция и тексты сайта.
          </Text>
          {problem && (
            <div className={styles.problem}>
              <Problem text={problem} />
            </div>
          )}
          {isEntering ? (
            <p role="status">Входим по ссылке…</p>
          ) : (
            <SignInForm onDone={() => navigate(state?.from ?? '/admin', { replace: true })} />
          )}
          <a href="/" className={styles.back}>
            На сайт
          </a>
        </div>
      </div>
    </main>
  );
}

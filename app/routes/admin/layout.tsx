import { Button, Flex, Loader, Text, Title } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Link, Outlet, useLocation, useNavigate } from 'react-router';
import type { Screen as PanelScreen } from '../../../resources/resource.ts';
import { screenAt } from '../../../resources.ts';
import { roleNames } from '../../../roles.ts';
import { UndoPlace } from '../../ui/admin/form/undo.tsx';
import { Empty, Problem, ReadOnlyNotice } from '../../ui/admin/loading/states.tsx';
import { createPanelClient } from '../../ui/admin/queries.ts';
import { panelHead, Screen } from '../../ui/admin/screen.tsx';
import { type Me, SessionProvider, useSession } from '../../ui/admin/sign-in/session.tsx';
import { call, dropToken, readToken } from '../../ui/api.ts';
import { ApiError, extractError, notOurs } from '../../ui/errors/api-error.ts';
import { Shell } from './shell/shell.tsx';

export const meta = () => panelHead('Панель');

/** Requires a verified token; the server renders only the checking message. */
export default function Panel() {
  const { state, actor, problem, retry } = useGuard();
  const [client] = useState(createPanelClient);
  if (state === 'failed') return <CheckFailed problem={problem} onRetry={retry} />;
  if (state !== 'in' || !actor) return <Checking />;
  return (
    <QueryClientProvider client={client}>
      <SessionProvider actor={actor}>
        <Shell>
          <ReadOnlyNotice />
          <OwnScreens>
            <Outlet />
          </OwnScreens>
        </Shell>
        <UndoPlace />
      </SessionProvider>
    </QueryClientProvider>
  );
}

type State = 'checking' | 'in' | 'out' | 'failed';

/** Verifies the token once per visit. Only a refusal removes it and leads to the login; otherwise retry. */
function useGuard() {
  const [state, setState] = useState<State>('checking');
  const [problem, setProblem] = useState('');
  const [actor, setActor] = useState<Me>();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();

  const check = useCallback(async () => {
    setState('checking');
    if (!readToken()) return setState('out');
    try {
      const [{ data }, { data: me }] = await Promise.all([
        call<{ valid?: boolean }>('GET', '/auth/verify'),
        call<Me>('GET', '/admin/me'),
      ]);
      if (data?.valid) {
        setActor(me);
        return setState('in');
      }
      if (data?.valid !== false) throw notOurs(null);
    } catch (error) {
      setProblem(extractError(error));
      if (!(error instanceof ApiError) || error.status !== 401) return setState('failed');
    }
    dropToken();
    setState('out');
  }, []);
  useEffect(() => void check(), [check]);
  useEffect(() => {
    if (state === 'out') navigate('/admin/login', { replace: true, state: { from: pathname + search + hash } });
  }, [state, navigate, pathname, search, hash]);

  return { state, actor, problem, retry: check };
}

function Checking() {
  return (
    <Message>
      <Loader size="sm" aria-hidden="true" />
      <p role="status">Проверка авторизации...</p>
    </Message>
  );
}

function CheckFailed({ problem, onRetry }: { problem: string; onRetry: () => void }) {
  return (
    <Message>
      <div style={{ textAlign: 'start' }}>
        <Problem text={`Ошибка: ${problem}`} onRetry={onRetry} />
      </div>
      <Text c="dimmed" maw="28rem">
        Вход не потерян: как только сервер ответит, панель откроется.
      </Text>
    </Message>
  );
}

export function ErrorBoundary() {
  return (
    <Message>
      <Title order={1}>Экран сломался</Title>
      <Text c="dimmed" maw="28rem">
        Ошибка на нашей стороне. Сохранённое не пострадало: откройте экран заново.
      </Text>
      <Button onClick={() => location.reload()}>Открыть заново</Button>
    </Message>
  );
}

function Message({ children }: { children: ReactNode }) {
  return (
    <Flex component="main" direction="column" justify="center" align="center" gap="md" flex={1} p="lg" ta="center">
      {children}
    </Flex>
  );
}

/** Refusal in place of the screen: names the roles that may use it. */
function OwnScreens({ children }: { children: ReactNode }) {
  const { role } = useSession();
  const { pathname } = useLocation();
  const screen = screenAt(pathname);
  return screen && !screen.roles.includes(role) ? <NotForRole screen={screen} /> : children;
}

function NotForRole({ screen: { title, roles } }: { screen: PanelScreen }) {
  const { role } = useSession();
  const names = new Intl.ListFormat('ru', { type: 'disjunction' }).format(roles.map((each) => `«${roleNames[each]}»`));
  return (
    <Screen title={title}>
      <Empty title="Этот раздел не для вашей роли">
        <p>
          Для него нужна роль {names}, а ваша — «{roleNames[role]}». Если раздел нужен вам для работы, попросите
          администратора сменить роль.
        </p>
        <Button component={Link} to="/admin">
          К началу панели
        </Button>
      </Empty>
    </Screen>
  );
}

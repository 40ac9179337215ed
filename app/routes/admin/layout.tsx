import { Button, Flex, Loader, Text, Title } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { Link, Outlet, useLocation, useNavigate } from 'react-router';
import { screenAt } from '../../../resources.ts';
import { roleNames } from '../../../roles.ts';
import { RenderedWith } from '../../context.ts';
import { UndoPlace } from '../../ui/admin/form/undo.tsx';
import { Empty, Problem, ReadOnlyNotice } from '../../ui/admin/loading/states.tsx';
import { createPanelClient } from '../../ui/admin/queries.ts';
import { panelHead, Screen } from '../../ui/admin/screen.tsx';
import { type Me, SessionProvider, useSession } from '../../ui/admin/sign-in/session.tsx';
import { call, dropToken, readToken } from '../../ui/api.ts';
import { ApiError, extractError, foreignResponseError } from '../../ui/errors/api-error.ts';
import { Shell } from './shell/shell.tsx';

export const meta = () => panelHead('Панель');

/** Requires a verified token; the server renders only the checking message. */
export default function Panel() {
  const { actor, problem, check } = useGuard();
  const [client] = useState(createPanelClient);
  if (problem)
    return (
      <Message>
        <Problem text={`Ошибка: ${problem}`} onRetry={check} />
        <Text c="dimmed" maw="28rem">
          Вход не потерян: как только сервер ответит, панель откроется.
        </Text>
      </Message>
    );
  if (!actor) return <Checking />;
  return (
    <QueryClientProvider client={client}>
      <SessionProvider actor={actor}>
        <Shell>
          <ReadOnlyNotice />
          <OwnScreen />
        </Shell>
        <UndoPlace />
      </SessionProvider>
    </QueryClientProvider>
  );
}

/** Verifies the token once per visit. Only a refusal removes it and leads to the login; otherwise retry. */
function useGuard() {
  const [actor, setActor] = useState<Me>();
  const [problem, setProblem] = useState('');
  const navigate = useNavigate();
  const check = useCallback(async () => {
    setProblem('');
    try {
      if (readToken()) {
        const [{ data }, { data: me }] = await Promise.all([
          call<{ valid?: boolean }>('GET', '/auth/verify'),
          call<Me>('GET', '/admin/me'),
        ]);
        if (data?.valid) return setActor(me);
        if (data?.valid !== false) throw foreignResponseError(null);
      }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) return setProblem(extractError(error));
    }
    dropToken();
    const { pathname, search, hash } = location;
    await navigate('/admin/login', { replace: true, state: { from: pathname + search + hash } });
  }, [navigate]);
  useEffect(() => void check(), [check]);
  return { actor, problem, check };
}

function Checking() {
  const { nonce } = useContext(RenderedWith);
  return (
    <Message>
      <Loader size="sm" aria-hidden="true" />
      <p role="status">Проверка авторизации...</p>
      <div hidden>
        <p role="alert">Панель не загрузилась: пришли не все её файлы.</p>
        <Text c="dimmed" maw="28rem" my="md">
          Проверьте связь и загрузите страницу заново. Сохранённое не пострадало.
        </Text>
        <Button>Загрузить заново</Button>
      </div>
      <script nonce={nonce} suppressHydrationWarning>
        {import.meta.env.SSR ? `(${watchScripts})()` : ''}
      </script>
    </Message>
  );
}

/** Where the scripts do not come, reloads once, then says so. The entry is imported: its loss is a rejection. Stringified: no outside references. */
function watchScripts(): void {
  const reload = () => location.reload();
  const tell = ({ type, target }: Event) => {
    if (type === 'error' && !(target instanceof HTMLScriptElement && target.type === 'module')) return;
    const lost = document.querySelector<HTMLElement>('main > [hidden]');
    if (!lost) return;
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (navigator.onLine && visit?.type !== 'reload') return reload();
    lost.hidden = false;
    lost.parentElement?.replaceChildren(lost);
    lost.querySelector('button')?.addEventListener('click', reload);
  };
  for (const type of ['error', 'unhandledrejection']) addEventListener(type, tell, true);
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

/** The screen, or a refusal that names the roles that may use it. */
function OwnScreen() {
  const { role } = useSession();
  const { pathname } = useLocation();
  const screen = screenAt(pathname);
  if (!screen || screen.roles.includes(role)) return <Outlet />;
  const roles = screen.roles.map((each) => `«${roleNames[each]}»`);
  const names = new Intl.ListFormat('ru', { type: 'disjunction' }).format(roles);
  return (
    <Screen title={screen.title}>
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

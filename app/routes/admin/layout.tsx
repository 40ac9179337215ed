import { Notifications } from '@mantine/notifications';
import { Outlet } from 'react-router';
import { LeavingProvider } from '../../ui/admin/form/leave-warning.tsx';
import { ReadOnlyNotice } from '../../ui/admin/form/read-only.tsx';
import { UndoPlace } from '../../ui/admin/form/undo.tsx';
import { panelHead } from '../../ui/admin/screen.tsx';
import { SessionProvider } from '../../ui/admin/sign-in/session.tsx';
import { CheckFailed, Checking, Crashed } from './guard/messages.tsx';
import { OwnScreens } from './guard/own-screens.tsx';
import { useGuard } from './guard/use-guard.ts';
import { Shell } from './shell/shell.tsx';

export const meta = () => panelHead('Панель');

/** Requires a verified token; the server renders only the checking message. */
export default function Panel() {
  const { state, actor, problem, retry } = useGuard();
  if (state === 'failed') return <CheckFailed problem={problem} onRetry={retry} />;
  if (state !== 'in' || !actor) return <Checking />;
  return (
    <SessionProvider actor={actor}>
      <LeavingProvider>
        <Shell>
          <ReadOnlyNotice />
          <OwnScreens>
            <Outlet />
          </OwnScreens>
        </Shell>
      </LeavingProvider>
      <UndoPlace />
      <Notifications position="top-right" containerWidth="min(26rem, calc(100vw - 2rem))" />
    </SessionProvider>
  );
}

export function ErrorBoundary() {
  return <Crashed />;
}

import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet } from 'react-router';
import { LeavingProvider } from '../../ui/admin/form/leave-warning.tsx';
import { ReadOnlyNotice } from '../../ui/admin/form/read-only.tsx';
import { UndoPlace } from '../../ui/admin/form/undo.tsx';
import { createPanelClient } from '../../ui/admin/queries.ts';
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
  const [client] = useState(createPanelClient);
  if (state === 'failed') return <CheckFailed problem={problem} onRetry={retry} />;
  if (state !== 'in' || !actor) return <Checking />;
  return (
    <QueryClientProvider client={client}>
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
    </QueryClientProvider>
  );
}

export function ErrorBoundary() {
  return <Crashed />;
}

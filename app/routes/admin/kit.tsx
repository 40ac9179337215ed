import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '../../ui/admin/panel.css';
import { ColorSchemeScript, localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { useContext } from 'react';
import { Outlet } from 'react-router';
import { RenderedWith, siteContext } from '../../context.ts';
import { theme, variables } from '../../ui/admin/theme.ts';
import type { Route } from './+types/kit.ts';

const SCHEME_KEY = 'rampa.colour-scheme';
const schemes = localStorageColorSchemeManager({ key: SCHEME_KEY });

export function loader({ context }: Route.LoaderArgs) {
  const { timeZone, playerHosts } = context.get(siteContext);
  return { timeZone, playerHosts };
}

export const shouldRevalidate = () => false;

/** UI kit of login and panel; no public page loads it. */
export default function Kit() {
  return (
    <>
      <ColorSchemeScript
        nonce={useContext(RenderedWith).nonce}
        defaultColorScheme="auto"
        localStorageKey={SCHEME_KEY}
      />
      <MantineProvider
        theme={theme}
        cssVariablesResolver={variables}
        colorSchemeManager={schemes}
        defaultColorScheme="auto"
      >
        <Outlet />
      </MantineProvider>
    </>
  );
}

import { Box, Burger, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link, NavLink, useLocation, useNavigate } from 'react-router';
import { addressOf, screenAt, screens, tabsOf } from '../../../../resources.ts';
import { type Role, roleNames } from '../../../../roles.ts';
import { Dialog } from '../../../ui/admin/dialog.tsx';
import { useNoStrayDrops } from '../../../ui/admin/fields/drop-field.tsx';
import { confirmLeaving } from '../../../ui/admin/form/leave-warning.tsx';
import { Icon, Outline } from '../../../ui/admin/icon.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { call, dropToken, KEPT_PRESSES, SIGNED_OUT } from '../../../ui/api.ts';
import { ScreenFocus, useKeptFocus } from './focus.tsx';
import { Jump } from './jump.tsx';
import styles from './shell.module.css';

export function Shell({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  useNoStrayDrops();
  useKeptFocus();
  return (
    <div className={styles.shell}>
      <a href="#main" className={styles.skip}>
        К содержанию
      </a>
      <a href="#consent" className={`${styles.skip} ${styles.question}`} data-consent-does="reach">
        К вопросу о файлах cookie
      </a>
      <header className={styles.top}>
        <Burger
          opened={isOpen}
          onClick={() => setOpen(true)}
          size="sm"
          aria-label="Меню"
          aria-expanded={isOpen}
          aria-haspopup="dialog"
        />
        <Brand />
      </header>
      <aside className={styles.side}>
        <Brand />
        <Nav />
      </aside>
      {isOpen && (
        <Dialog title="Меню" drawer onClose={() => setOpen(false)}>
          <Nav onChoose={() => setOpen(false)} />
        </Dialog>
      )}
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <ScreenFocus />
    </div>
  );
}

function Brand() {
  return (
    <Group w="100%" wrap="nowrap" justify="space-between">
      <Link to="/admin" className={styles.brand}>
        Рампа <span>панель</span>
      </Link>
      <Jump />
    </Group>
  );
}

function Nav({ onChoose }: { onChoose?: () => void }) {
  const { username, nameOf, role } = useSession();
  const ofAdministration = entriesFor(role, 'administration');
  const signOut = useSignOut();
  return (
    <Stack flex={1}>
      <Box component="nav" aria-label="Панель" flex={1}>
        <LinkRow shown={entriesFor(role, 'site')} onChoose={onChoose} />
        {ofAdministration.length > 0 && (
          <>
            <Text c="dimmed" fz="0.8125rem" mt="1rem" mb="0.25rem" px="0.75rem">
              Управление
            </Text>
            <LinkRow shown={ofAdministration} onChoose={onChoose} />
          </>
        )}
      </Box>
      <Stack gap="0.125rem" className={styles.foot ?? ''}>
        <a href="/" target="_blank" rel="noopener" className={styles.way}>
          <Icon name="open" />
          Открыть сайт
        </a>
        <NavLink to="/admin/profile" className={styles.way} onClick={onChoose}>
          <Icon name="person" />
          <span>
            Мой профиль
            <small>{role === 'administrator' ? nameOf(username) : `${nameOf(username)}, ${roleNames[role]}`}</small>
          </span>
        </NavLink>
        <button type="button" className={styles.way} onClick={signOut}>
          <Icon name="leave" />
          Выйти
        </button>
      </Stack>
    </Stack>
  );
}

/** An entry of which a role has other screens only is called after the first of them. */
function entriesFor(role: Role, part: 'site' | 'administration') {
  return screens.flatMap(({ entry, ...screen }) => {
    const tabs = tabsOf(screen, role);
    const [first] = tabs;
    return entry?.part === part && first
      ? { title: first.title, icon: entry.icon, address: addressOf(first), tabs }
      : [];
  });
}

function LinkRow({ shown, onChoose }: { shown: ReturnType<typeof entriesFor>; onChoose: (() => void) | undefined }) {
  const { pathname } = useLocation();
  const here = screenAt(pathname);
  return (
    <Stack component="ul" gap="0.125rem">
      {shown.map(({ title, icon, address, tabs }) => {
        const current = here && tabs.includes(here) ? (pathname === address ? 'page' : 'true') : undefined;
        return (
          <li key={address}>
            <Link to={address} aria-current={current} className={styles.way} onClick={onChoose}>
              <Outline shape={icon} />
              {title}
            </Link>
          </li>
        );
      })}
    </Stack>
  );
}

/** Revokes the session; if the server cannot be reached, the token is still removed here. */
function useSignOut() {
  const navigate = useNavigate();
  const { stopReading } = useSession();
  return async () => {
    if (!(await confirmLeaving())) return;
    stopReading();
    window.dispatchEvent(new Event(SIGNED_OUT));
    sessionStorage.removeItem(KEPT_PRESSES);
    const ending = call('POST', '/auth/logout', { keepalive: true }).catch(() => {});
    dropToken();
    await navigate('/admin/login');
    await ending;
  };
}

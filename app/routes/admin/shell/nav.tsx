import { NavLink, useNavigate } from 'react-router';
import type { Screen } from '../../../../nouns/noun.ts';
import { screens } from '../../../../nouns.ts';
import { type Role, roleNames } from '../../../../roles.ts';
import { useLeaving } from '../../../ui/admin/form/leave-warning.tsx';
import { Icon, Outline } from '../../../ui/admin/icon.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { call, dropToken } from '../../../ui/api.ts';
import { dropPresses } from '../live/use-presses.ts';
import styles from './nav.module.css';

export function Nav({ onChoose }: { onChoose?: () => void }) {
  const { username, role } = useSession();
  const ofHouse = screensFor(role, 'house');
  const signOut = useSignOut();
  return (
    <div className={styles.column}>
      <nav aria-label="Панель" className={styles.nav}>
        <LinkRow shown={screensFor(role, 'site')} onChoose={onChoose} />
        {ofHouse.length > 0 && (
          <>
            <p className={styles.group}>Управление</p>
            <LinkRow shown={ofHouse} onChoose={onChoose} />
          </>
        )}
      </nav>
      <div className={styles.foot}>
        <a href="/" target="_blank" rel="noopener" className={styles.way}>
          <Icon name="open" />
          Открыть сайт
        </a>
        <NavLink to="/admin/profile" className={styles.way} onClick={onChoose}>
          <Icon name="person" />
          <span>
            Мой профиль
            <small>{role === 'administrator' ? username : `${username}, ${roleNames[role]}`}</small>
          </span>
        </NavLink>
        <button type="button" className={styles.way} onClick={signOut}>
          <Icon name="leave" />
          Выйти
        </button>
      </div>
    </div>
  );
}

function screensFor(role: Role, menu: Screen['menu']): Screen[] {
  return screens.filter((screen) => screen.menu === menu && screen.roles.includes(role));
}

function LinkRow({ shown, onChoose }: { shown: Screen[]; onChoose: (() => void) | undefined }) {
  return (
    <ul className={styles.ways}>
      {shown.map(({ path, title, icon }) => (
        <li key={path}>
          <NavLink to={path ? `/admin/${path}` : '/admin'} end={path === ''} className={styles.way} onClick={onChoose}>
            {icon && <Outline shape={icon} />}
            {title}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

/** Revokes the session; if the server cannot be reached, the token is still removed here. */
function useSignOut() {
  const navigate = useNavigate();
  const { mayLeave } = useLeaving();
  const { stopReading } = useSession();
  return async () => {
    if (!(await mayLeave())) return;
    stopReading();
    dropPresses();
    const ending = call('POST', '/auth/logout', { keepalive: true }).catch(() => {});
    dropToken();
    await navigate('/admin/login');
    await ending;
  };
}

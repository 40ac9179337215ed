import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { Screen as PanelScreen } from '../../../../nouns/noun.ts';
import { screens } from '../../../../nouns.ts';
import { roleNames } from '../../../../roles.ts';
import { Empty } from '../../../ui/admin/loading/states.tsx';
import { Screen } from '../../../ui/admin/screen.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';

/** In the place of a screen that is not for one's role: who may use it. */
export function OwnScreens({ children }: { children: ReactNode }) {
  const { role } = useSession();
  const { pathname } = useLocation();
  const screen = screenAt(pathname);
  return screen && !screen.roles.includes(role) ? <NotForRole screen={screen} /> : children;
}

function NotForRole({ screen: { title, roles } }: { screen: PanelScreen }) {
  const { role } = useSession();
  const names = new Intl.ListFormat('ru', { type: 'disjunction' }).format(roles.map((each) => `«${roleNames[each]}»`));
  return (
    <Screen title={title} narrow>
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

/** `/admin/news/edit/x` belongs to the screen of news. */
function screenAt(pathname: string): PanelScreen | undefined {
  const [, , path = ''] = pathname.split('/');
  return screens.find((screen) => screen.path === path);
}

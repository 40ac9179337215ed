import { panelHead, Screen } from '../../ui/admin/screen.tsx';
import { useSession } from '../../ui/admin/sign-in/session.tsx';
import { OwnPassword } from './profile/own-password.tsx';
import { OwnSessions } from './profile/own-sessions.tsx';
import { OwnTotp } from './profile/own-totp.tsx';

export const meta = () => panelHead('Мой профиль');

export default function Profile() {
  const { username } = useSession();
  return (
    <Screen title="Мой профиль" narrow lead={username && `Вы вошли как ${username}.`}>
      <OwnPassword />
      <OwnTotp />
      <OwnSessions />
    </Screen>
  );
}

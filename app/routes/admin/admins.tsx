import type { Admin } from '../../../model/admins/admins.ts';
import type { OwnSession } from '../../../model/sessions/sessions.ts';
import { usePaged } from '../../ui/admin/loading/use-paged.ts';
import { panelHead, Screen } from '../../ui/admin/screen.tsx';
import { AddAdmin } from './admins/add-admin.tsx';
import { AdminList } from './admins/admin-list.tsx';
import { OwnPassword } from './admins/own-password.tsx';
import { OwnSessions } from './admins/own-sessions.tsx';
import { OwnTotp } from './admins/own-totp.tsx';

export const meta = () => panelHead('Администраторы');

export default function Admins() {
  const admins = usePaged<Admin>('/admin/admins');
  const sessions = usePaged<OwnSession>('/admin/sessions');
  return (
    <Screen title="Администраторы" narrow lead="У каждого своё имя и свой пароль: журнал покажет, кто что менял.">
      <AdminList {...admins} />
      <AddAdmin onAdded={(admin) => admins.changeItems((items) => [...items, admin])} />
      <OwnPassword onChanged={sessions.reload} />
      <OwnTotp />
      <OwnSessions {...sessions} />
    </Screen>
  );
}

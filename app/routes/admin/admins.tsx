import { Link } from 'react-router';
import type { Admin } from '../../../model/admins/admins.ts';
import { usePaged } from '../../ui/admin/loading/use-paged.ts';
import { panelHead, Screen } from '../../ui/admin/screen.tsx';
import { AddAdmin } from './admins/add-admin.tsx';
import { AdminList } from './admins/admin-list.tsx';
import styles from './admins/admins.module.css';
import { Invitations } from './admins/invitations.tsx';

export const meta = () => panelHead('Команда');

export default function Admins() {
  const admins = usePaged<Admin>('/admin/admins');
  return (
    <Screen title="Команда" narrow lead="У каждого своё имя и свой пароль: журнал покажет, кто что менял.">
      <AdminList {...admins} />
      <Invitations />
      <AddAdmin onAdded={(admin) => admins.changeItems((items) => [...items, admin])} />
      <p className={styles.text}>
        Свой пароль, двухфакторный вход и сеансы — в&nbsp;разделе <Link to="/admin/profile">Мой профиль</Link>.
      </p>
    </Screen>
  );
}

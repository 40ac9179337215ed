import { Text } from '@mantine/core';
import { Link } from 'react-router';
import { panelHead, Screen } from '../../ui/admin/screen.tsx';
import { AddAdmin } from './admins/add-admin.tsx';
import { AdminList } from './admins/admin-list.tsx';

import { Invitations } from './admins/invitations.tsx';

export const meta = () => panelHead('Команда');

export default function Admins() {
  return (
    <Screen title="Команда" narrow lead="У каждого своё имя и свой пароль: журнал покажет, кто что менял.">
      <AdminList />
      <Invitations />
      <AddAdmin />
      <Text c="dimmed">
        Свой пароль, двухфакторный вход и сеансы — в&nbsp;разделе <Link to="/admin/profile">Мой профиль</Link>.
      </Text>
    </Screen>
  );
}

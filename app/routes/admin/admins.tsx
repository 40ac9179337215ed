import { Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Admin } from '../../../model/admins/admins.ts';
import { RowButton, RowConfirm } from '../../ui/admin/ask.tsx';
import { Moment } from '../../ui/admin/fields/moment.tsx';
import { LoadState } from '../../ui/admin/loading/states.tsx';
import { notifySuccess } from '../../ui/admin/notices.ts';
import ui from '../../ui/admin/patterns.module.css';
import { useChange, usePaged } from '../../ui/admin/queries.ts';
import { Card, panelHead, Screen } from '../../ui/admin/screen.tsx';
import { useSession } from '../../ui/admin/sign-in/session.tsx';
import { ChangeRole, ResetPassword, roleTitle } from './admins/account.tsx';
import { Invitations } from './admins/invitations.tsx';

export const meta = () => panelHead('Команда');

export default function Admins() {
  return (
    <Screen title="Команда" lead="У каждого своё имя и свой пароль: журнал покажет, кто что менял.">
      <AdminList />
      <Invitations />
      <Text c="dimmed">
        Свой пароль, двухфакторный вход и сеансы — в&nbsp;разделе <Link to="/admin/profile">Мой профиль</Link>.
      </Text>
    </Screen>
  );
}

function AdminList() {
  const { username } = useSession();
  const { items, problem, reload } = usePaged<Admin>('/admin/admins');
  return (
    <Card title="Кто может войти">
      <LoadState data={items} problem={problem} reload={reload} rows={2} />
      <ul className={ui.lines}>
        {items?.map((admin) => (
          <li key={admin.id}>
            <AdminFacts admin={admin} isSelf={admin.username === username} />
            {admin.username !== username && <Actions admin={admin} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function AdminFacts({ admin, isSelf }: { admin: Admin; isSelf: boolean }) {
  return (
    <div className={ui.about}>
      <p className={ui.row}>
        <b>{admin.displayName || admin.username}</b>
        {admin.displayName && <span className={ui.note}>{admin.username}</span>}
        <span className={ui.badge}>{roleTitle(admin.role)}</span>
        {isSelf && (
          <span className={ui.badge} data-kind="good">
            это вы
          </span>
        )}
        {admin.hasTotp && (
          <span className={ui.badge} data-kind="good">
            двухфакторный вход
          </span>
        )}
      </p>
      <p className={ui.note}>
        {admin.lastLoginAt ? <>Последний вход: {<Moment at={admin.lastLoginAt} />}</> : 'Ещё не входил в панель'}
      </p>
    </div>
  );
}

function Actions({ admin }: { admin: Admin }) {
  const { id, username, hasTotp } = admin;
  const change = useChange('/admin/admins');
  const [dialog, setDialog] = useState<'role' | 'password'>();
  const close = () => setDialog(undefined);
  const remove = async () => {
    await change('DELETE', `/admin/admins/${id}`);
    notifySuccess(`Сотрудник «${username}» удалён.`);
  };
  const resetTotp = async () => {
    await change('DELETE', `/admin/admins/${id}/totp`);
    notifySuccess(`Сотрудник «${username}» входит по одному паролю.`);
  };
  return (
    <div className={ui.row}>
      <RowButton word="Сменить роль" of={username} onClick={() => setDialog('role')} />
      <RowButton word="Сбросить пароль" of={username} onClick={() => setDialog('password')} />
      {hasTotp && (
        <RowConfirm
          word="Сбросить код"
          of={username}
          isDanger={false}
          question={`Выключить двухфакторный вход для «${username}»?`}
          yes="Выключить"
          onYes={resetTotp}
        >
          <p>
            Для входа хватит пароля. Это нужно тому, кто потерял и телефон, и запасные коды: убедитесь, что просит он
            сам.
          </p>
        </RowConfirm>
      )}
      <RowConfirm word="Удалить" of={username} question={`Удалить сотрудника «${username}»?`} onYes={remove}>
        <p>Все его сеансы закончатся, войти он больше не сможет. Новости и записи журнала останутся.</p>
      </RowConfirm>
      {dialog === 'role' && <ChangeRole admin={admin} onClose={close} />}
      {dialog === 'password' && <ResetPassword admin={admin} onClose={close} />}
    </div>
  );
}

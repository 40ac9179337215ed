import { Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Admin } from '../../../model/admins/admins.ts';
import { Confirm } from '../../ui/admin/dialog.tsx';
import { Moment } from '../../ui/admin/fields/moment.tsx';
import { LoadState } from '../../ui/admin/loading/states.tsx';
import { tellDone } from '../../ui/admin/notices.ts';
import ui from '../../ui/admin/patterns.module.css';
import { useChange, usePaged } from '../../ui/admin/queries.ts';
import { Card, panelHead, RowButton, Screen } from '../../ui/admin/screen.tsx';
import { useSession } from '../../ui/admin/sign-in/session.tsx';
import { Invitations } from './admins/invitations.tsx';
import { AddAdmin, ResetPassword } from './admins/passwords.tsx';
import { ChangeRole, roleTitle } from './admins/role.tsx';

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

function AdminList() {
  const { username } = useSession();
  const { items, problem, reload } = usePaged<Admin>('/admin/admins');
  const change = useChange('/admin/admins');
  const [resetting, setResetting] = useState<Admin>();
  const [removing, setRemoving] = useState<Admin>();
  const [freeing, setFreeing] = useState<Admin>();
  const [promoting, setPromoting] = useState<Admin>();
  const remove = async ({ id, username: name }: Admin) => {
    await change('DELETE', `/admin/admins/${id}`);
    setRemoving(undefined);
    tellDone(`Участник «${name}» удалён.`);
  };
  const resetTotp = async ({ id, username: name }: Admin) => {
    await change('DELETE', `/admin/admins/${id}/totp`);
    setFreeing(undefined);
    tellDone(`Участник «${name}» входит по одному паролю.`);
  };
  return (
    <Card title="Кто может войти">
      <LoadState data={items} problem={problem} reload={reload} rows={2} />
      <ul className={ui.lines}>
        {items?.map((admin) => (
          <li key={admin.id}>
            <AdminFacts admin={admin} isSelf={admin.username === username} />
            {admin.username !== username && (
              <Actions
                admin={admin}
                onRole={() => setPromoting(admin)}
                onReset={() => setResetting(admin)}
                onFree={() => setFreeing(admin)}
                onRemove={() => setRemoving(admin)}
              />
            )}
          </li>
        ))}
      </ul>
      {promoting && <ChangeRole admin={promoting} onClose={() => setPromoting(undefined)} />}
      {resetting && <ResetPassword admin={resetting} onClose={() => setResetting(undefined)} />}
      {freeing && (
        <Confirm
          question={`Выключить двухфакторный вход для «${freeing.username}»?`}
          yes="Выключить"
          onYes={() => resetTotp(freeing)}
          onNo={() => setFreeing(undefined)}
        >
          <p>
            Для входа хватит пароля. Это нужно тому, кто потерял и телефон, и запасные коды: убедитесь, что просит он
            сам.
          </p>
        </Confirm>
      )}
      {removing && (
        <Confirm
          question={`Удалить участника «${removing.username}»?`}
          yes="Удалить"
          onYes={() => remove(removing)}
          onNo={() => setRemoving(undefined)}
        >
          <p>Все его сеансы закончатся, войти он больше не сможет. Новости и записи журнала останутся.</p>
        </Confirm>
      )}
    </Card>
  );
}

function AdminFacts({ admin, isSelf }: { admin: Admin; isSelf: boolean }) {
  return (
    <div className={ui.about}>
      <p className={ui.row}>
        <b>{admin.username}</b>
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

interface ActionsProps {
  admin: Admin;
  onRole: () => void;
  onReset: () => void;
  onFree: () => void;
  onRemove: () => void;
}

function Actions({ admin: { username, hasTotp }, onRole, onReset, onFree, onRemove }: ActionsProps) {
  return (
    <div className={ui.row}>
      <RowButton word="Сменить роль" of={username} onClick={onRole} />
      <RowButton word="Сбросить пароль" of={username} onClick={onReset} />
      {hasTotp && <RowButton word="Сбросить код" of={username} onClick={onFree} />}
      <RowButton word="Удалить" of={username} isDanger onClick={onRemove} />
    </div>
  );
}

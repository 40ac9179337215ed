import { PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { OwnSession } from '../../../model/sessions/sessions.ts';
import { RowButton } from '../../ui/admin/ask.tsx';
import { Moment } from '../../ui/admin/fields/moment.tsx';
import { CallForm, useFormCall } from '../../ui/admin/form/form-call.tsx';
import { LoadState } from '../../ui/admin/loading/states.tsx';
import { notifyError, notifySuccess } from '../../ui/admin/notices.ts';
import ui from '../../ui/admin/patterns.module.css';
import { useChange, usePaged } from '../../ui/admin/queries.ts';
import { Card, panelHead, Screen } from '../../ui/admin/screen.tsx';
import { useSession } from '../../ui/admin/sign-in/session.tsx';
import { CurrentPassword, OwnTotp } from './profile/own-totp.tsx';

export const meta = () => panelHead('Мой профиль');

export default function Profile() {
  const { username, nameOf } = useSession();
  return (
    <Screen title="Мой профиль" lead={username && `Вы вошли как ${username}.`}>
      <OwnName key={nameOf(username)} />
      <OwnPassword />
      <OwnTotp />
      <OwnSessions />
    </Screen>
  );
}

function OwnName() {
  const { username, nameOf, readAgain } = useSession();
  const change = useChange('/admin/admins');
  const name = nameOf(username);
  const send = async (body: object) => {
    await change('PUT', '/admin/me/name', { body });
    notifySuccess('Имя сохранено.');
    await readAgain();
  };
  const form = useFormCall({ displayName: name === username ? '' : name }, send, ['displayName']);
  return (
    <Card title="Имя для коллег" id="name">
      <CallForm form={form} submit="Сохранить имя" variant="default">
        <TextInput
          label="Имя"
          description="Его увидят в новостях и файлах вместо имени пользователя. На сайте его нет."
          placeholder="Мария Кузнецова"
          autoComplete="name"
          {...form.text('displayName')}
        />
      </CallForm>
    </Card>
  );
}

function OwnPassword() {
  const change = useChange('/admin/sessions');
  const form = useFormCall({ current: '', password: '' }, async (values) => {
    await change('PUT', '/admin/me/password', { body: values });
    notifySuccess('Пароль изменён.');
  });
  return (
    <Card title="Ваш пароль" id="password">
      <CallForm form={form} submit="Сменить пароль">
        <CurrentPassword {...form.text('current')} />
        <PasswordInput
          label="Новый пароль"
          description="Не короче 12 знаков. Остальные ваши сеансы закончатся."
          autoComplete="new-password"
          {...form.text('password')}
        />
      </CallForm>
    </Card>
  );
}

function OwnSessions() {
  const { items, problem, reload } = usePaged<OwnSession>('/admin/sessions');
  return (
    <Card title="Ваши сеансы" id="sessions">
      <LoadState data={items} problem={problem} reload={reload} rows={2} />
      <ul className={ui.lines}>
        {items?.map((session) => (
          <SessionLine key={session.id} {...session} />
        ))}
      </ul>
    </Card>
  );
}

function SessionLine({ id, device, createdAt, lastUsedAt, current }: OwnSession) {
  const change = useChange('/admin/sessions');
  const ending = useMutation({
    mutationFn: () => change('DELETE', `/admin/sessions/${id}`),
    onSuccess: () => notifySuccess('Сеанс завершён.'),
    onError: notifyError,
  });
  return (
    <li>
      <div className={ui.about}>
        <p className={ui.row}>
          <b>{device}</b>
          {current && (
            <span className={ui.badge} data-kind="good">
              этот браузер
            </span>
          )}
        </p>
        <p className={ui.note}>
          Вход: <Moment at={createdAt} />. Последнее действие: <Moment at={lastUsedAt} />
        </p>
      </div>
      {!current && (
        <RowButton
          word="Завершить"
          of={device}
          said="Завершить сеанс"
          loading={ending.isPending}
          onClick={() => ending.mutate()}
        />
      )}
    </li>
  );
}

import { Alert, Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Invitation } from '../../../../model/sessions/invitations.ts';
import { roleNames } from '../../../../roles.ts';
import { RowButton } from '../../../ui/admin/ask.tsx';
import { Moment } from '../../../ui/admin/fields/moment.tsx';
import { CallForm, useFormCall } from '../../../ui/admin/form/form-call.tsx';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import { copy, notifyError, notifySuccess } from '../../../ui/admin/notices.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { useChange, usePaged } from '../../../ui/admin/queries.ts';
import { Card } from '../../../ui/admin/screen.tsx';
import { RoleField, roleTitle } from './account.tsx';

type Made = Invitation & { url: string };

export function Invitations() {
  const change = useChange('/admin/invitations');
  const { items = [], problem, reload } = usePaged<Invitation>('/admin/invitations');
  const [made, setMade] = useState<Made>();
  const form = useFormCall(
    { role: 'author', username: '' },
    async (values) => {
      const { data } = await change<Made>('POST', '/admin/invitations', { body: values });
      setMade(data);
    },
    ['username'],
  );
  const revoke = ({ id }: Invitation) =>
    change('DELETE', `/admin/invitations/${id}`).then(() => {
      if (made?.id === id) setMade(undefined);
      notifySuccess('Приглашение отозвано.');
    }, notifyError);
  return (
    <Card title="Пригласить по ссылке">
      <p className={ui.note}>
        По ссылке человек сам придумает пароль и сразу войдёт. Она действует 72&nbsp;часа и&nbsp;впускает один раз.
      </p>
      {problem && <Problem text={`Ошибка: ${problem}`} onRetry={reload} />}
      <CallForm form={form} submit="Создать ссылку">
        <RoleField {...form.text('role')} />
        <TextInput
          label="Имя пользователя"
          description="Без пробелов. Если пусто, человек выберет своё."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.text('username')}
        />
        {made && <InvitationLink key={made.id} made={made} onClose={() => setMade(undefined)} />}
      </CallForm>
      {items.length > 0 && (
        <ul className={ui.lines} aria-label="Приглашения, которыми ещё не воспользовались">
          {items.map((invitation) => (
            <Line key={invitation.id} invitation={invitation} onRevoke={() => revoke(invitation)} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Line({ invitation, onRevoke }: { invitation: Invitation; onRevoke: () => void }) {
  const { role, username, createdBy, expiresAt } = invitation;
  const name = username ?? 'Имя ещё не выбрано';
  return (
    <li>
      <div className={ui.about}>
        <p className={ui.row}>
          <b>{name}</b>
          <span className={ui.badge}>{roleTitle(role)}</span>
        </p>
        <p className={ui.note}>
          Пригласил {createdBy}, действует до: <Moment at={expiresAt} />
        </p>
      </div>
      <div className={ui.row}>
        <RowButton word="Отозвать" of={name} isDanger onClick={onRevoke} />
      </div>
    </li>
  );
}

/** The server keeps only a hash: the link is never shown again. */
function InvitationLink({ made: { url, role, username }, onClose }: { made: Made; onClose: () => void }) {
  const address = new URL(url, location.href).href;
  return (
    <Alert color="green" withCloseButton onClose={onClose}>
      <Text fw={600}>
        Приглашение готово: {roleNames[role]}
        {username && <>, «{username}»</>}.
      </Text>
      <p>Отправьте ссылку лично. Больше её не покажут.</p>
      <TextInput
        aria-label="Ссылка-приглашение"
        readOnly
        autoFocus
        my="sm"
        value={address}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button variant="default" size="sm" onClick={() => copy(address, 'Ссылка скопирована.')}>
        Скопировать ссылку
      </Button>
    </Alert>
  );
}

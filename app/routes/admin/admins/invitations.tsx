import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Invitation } from '../../../../model/sessions/invitations.ts';
import { Moment } from '../../../ui/admin/fields/moment.tsx';
import { useFormCall } from '../../../ui/admin/form/use-form-call.ts';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import { usePaged } from '../../../ui/admin/loading/use-paged.ts';
import { tellDone, tellProblem } from '../../../ui/admin/notices.ts';
import { Card } from '../../../ui/admin/screen.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import styles from './admins.module.css';
import { InvitationLink, type Made } from './invitation-link.tsx';
import { RoleField, roleTitle } from './role-field.tsx';

/** Open invitations, and a form for another one; its link is shown once. */
export function Invitations() {
  const { call } = useSession();
  const { items = [], problem, reload, changeItems } = usePaged<Invitation>('/admin/invitations');
  const [made, setMade] = useState<Made>();
  const {
    form,
    text,
    busy,
    problem: refusal,
  } = useFormCall(
    { role: 'author', username: '' },
    async (values) => {
      const { data } = await call<Made>('POST', '/admin/invitations', { body: values });
      setMade(data);
      changeItems((before) => [data, ...before]);
    },
    ['username'],
  );
  const revoke = async ({ id }: Invitation) => {
    try {
      await call('DELETE', `/admin/invitations/${id}`);
      changeItems((before) => before.filter((each) => each.id !== id));
      if (made?.id === id) setMade(undefined);
      tellDone('Приглашение отозвано.');
    } catch (error) {
      tellProblem(error);
      void reload();
    }
  };
  return (
    <Card title="Пригласить по ссылке">
      <p className={styles.text}>
        По ссылке человек сам придумает пароль и сразу войдёт. Она действует 72&nbsp;часа и&nbsp;впускает один раз.
      </p>
      {problem && <Problem text={`Ошибка: ${problem}`} onRetry={reload} />}
      <form {...form} className={styles.form}>
        <div className={styles.pair}>
          <RoleField {...text('role')} />
          <TextInput
            label="Имя пользователя"
            description="Без пробелов. Если пусто, человек выберет своё."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...text('username')}
          />
        </div>
        {refusal && <Problem text={`Ошибка: ${refusal}`} />}
        {made && <InvitationLink made={made} onClose={() => setMade(undefined)} />}
        <Button type="submit" loading={busy} className={styles.submit}>
          Создать ссылку
        </Button>
      </form>
      {items.length > 0 && (
        <ul className={styles.list} aria-label="Приглашения, которыми ещё не воспользовались">
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
      <p className={styles.name}>
        <b>{name}</b>
        <span className={styles.role}>{roleTitle(role)}</span>
      </p>
      <p className={styles.note}>
        Пригласил {createdBy}, действует до: <Moment at={expiresAt} />
      </p>
      <div className={styles.actions}>
        <Button variant="subtle" color="red" size="sm" aria-label={`Отозвать: ${name}`} onClick={onRevoke}>
          Отозвать
        </Button>
      </div>
    </li>
  );
}

import { Alert, Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { Fragment, useState } from 'react';
import type { Admin } from '../../../../model/admins/admins.ts';
import { capital } from '../../../../model/articles/kinds.ts';
import { ROLES, type Role, roleNames, roleRights } from '../../../../roles.ts';
import { Dialog, DialogButtons } from '../../../ui/admin/dialog.tsx';
import type { TextProps } from '../../../ui/admin/form/field-props.ts';
import { CallForm, useFormCall } from '../../../ui/admin/form/form-call.tsx';
import { copy, notifySuccess } from '../../../ui/admin/notices.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { useChange } from '../../../ui/admin/queries.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import type { Pair } from '../../../ui/admin/sign-in/sign-in.ts';
import { useJustChanged } from '../../../ui/admin/use-just-changed.ts';

export function roleTitle(role: Role): string {
  return capital(roleNames[role]);
}

export function RoleField(props: TextProps) {
  const chosen = ROLES.find((role) => role === props.value);
  return (
    <NativeSelect
      {...props}
      withAsterisk={false}
      label="Роль"
      description={chosen && roleRights[chosen]}
      data={ROLES.toReversed().map((role) => ({ value: role, label: roleTitle(role) }))}
    />
  );
}

export function ChangeRole({ admin: { id, username, role }, onClose }: { admin: Admin; onClose: () => void }) {
  const change = useChange('/admin/admins');
  const form = useFormCall({ role }, async (values) => {
    const { data } = await change<Admin>('PUT', `/admin/admins/${id}/role`, { body: values });
    onClose();
    notifySuccess(`Роль сотрудника «${username}» — ${roleNames[data.role]}.`);
  });
  return (
    <Dialog title={`Роль сотрудника «${username}»`} onClose={() => form.busy || onClose()}>
      <CallForm form={form} submit="Сменить роль" onCancel={onClose}>
        <RoleField {...form.text('role')} />
        <p className={ui.note}>Действует сразу, даже если панель уже открыта.</p>
      </CallForm>
    </Dialog>
  );
}

export function ResetPassword({ admin: { id, username }, onClose }: { admin: Admin; onClose: () => void }) {
  const { call } = useSession();
  const [given, setGiven] = useState('');
  // The button replaces the submit button: it ignores the second click of a double click.
  const isNew = useJustChanged(given);
  const form = useFormCall({ password: '' }, async (values) => {
    await call('PUT', `/admin/admins/${id}/password`, { body: values });
    setGiven(values.password);
  });
  return (
    <Dialog
      title={`Новый пароль для «${username}»`}
      role={given ? 'alertdialog' : 'dialog'}
      onClose={() => form.busy || given || onClose()}
    >
      {given ? (
        <>
          <Handover username={username} password={given} />
          <DialogButtons>
            <Button style={{ pointerEvents: isNew ? 'none' : undefined }} onClick={onClose}>
              Готово
            </Button>
          </DialogButtons>
        </>
      ) : (
        <CallForm form={form} submit="Сменить пароль" onCancel={onClose}>
          <Stack gap="0.625rem" align="flex-start">
            <TextInput
              {...form.text('password')}
              w="100%"
              label="Пароль"
              description="Не короче 12 знаков. Передайте его лично: позже каждый сменит пароль сам."
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <Button variant="default" onClick={() => form.set('password', generatePassword())}>
              Придумать пароль
            </Button>
          </Stack>
        </CallForm>
      )}
    </Dialog>
  );
}

/** 128 random bits. */
function generatePassword(): string {
  const words = crypto.getRandomValues(new Uint32Array(4));
  return [...words].map((word) => word.toString(16).padStart(8, '0')).join('-');
}

/** The server keeps only a hash: the password is never shown again. */
function Handover({ username, password }: Pair) {
  const parts = [
    ['Адрес панели', `${location.origin}/admin`],
    ['Имя пользователя', username],
    ['Пароль', password],
  ] as const;
  const text = parts.map(([name, value]) => `${name}: ${value}`).join('\n');
  return (
    <Alert color="green">
      <Text fw={600}>Пароль сотрудника «{username}» изменён, его сеансы закончены.</Text>
      <p>Передайте: адрес панели, имя, пароль. Больше пароль не покажут.</p>
      <dl className={ui.facts} style={{ marginBlock: '0.75rem' }}>
        {parts.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>
              <code style={{ fontWeight: 600, userSelect: 'all' }}>{value}</code>
            </dd>
          </Fragment>
        ))}
      </dl>
      <Button variant="default" size="sm" onClick={() => copy(text, 'Данные для входа скопированы.')}>
        Скопировать всё
      </Button>
    </Alert>
  );
}

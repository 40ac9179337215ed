import { NativeSelect } from '@mantine/core';
import type { Admin } from '../../../../model/admins/admins.ts';
import { capital } from '../../../../model/articles/kinds.ts';
import { ROLES, type Role, roleNames, roleRights } from '../../../../roles.ts';
import { Dialog } from '../../../ui/admin/dialog.tsx';
import type { TextProps } from '../../../ui/admin/form/field-props.ts';
import { CallForm, useFormCall } from '../../../ui/admin/form/form-call.tsx';
import { tellDone } from '../../../ui/admin/notices.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { useChange } from '../../../ui/admin/queries.ts';

/** First letter in upper case. */
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
    tellDone(`Роль сотрудника «${username}» — ${roleNames[data.role]}.`);
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

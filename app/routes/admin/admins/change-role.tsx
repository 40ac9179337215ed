import type { Admin } from '../../../../model/admins/admins.ts';
import { roleNames } from '../../../../roles.ts';
import { Dialog, FormButtons } from '../../../ui/admin/dialog.tsx';
import { useFormCall } from '../../../ui/admin/form/use-form-call.ts';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import { tellDone } from '../../../ui/admin/notices.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { useChange } from '../../../ui/admin/queries.ts';
import { RoleField } from './role-field.tsx';

interface Props {
  admin: Admin;
  onClose: () => void;
}

export function ChangeRole({ admin: { id, username, role }, onClose }: Props) {
  const change = useChange('/admin/admins');
  const { form, text, busy, problem } = useFormCall({ role }, async (values) => {
    const { data } = await change<Admin>('PUT', `/admin/admins/${id}/role`, { body: values });
    onClose();
    tellDone(`Роль участника «${username}» — ${roleNames[data.role]}.`);
  });
  return (
    <Dialog title={`Роль участника «${username}»`} onClose={() => busy || onClose()}>
      <form {...form} className={ui.form}>
        <RoleField {...text('role')} />
        <p className={ui.note}>Действует сразу, даже если панель уже открыта.</p>
        {problem && <Problem text={`Ошибка: ${problem}`} />}
        <FormButtons submit="Сменить роль" busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

import type { Admin } from '../../../../model/admins/admins.ts';
import { Dialog, FormButtons } from '../../../ui/admin/dialog.tsx';
import { useFormCall } from '../../../ui/admin/form/use-form-call.ts';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import styles from './admins.module.css';
import { RoleField } from './role-field.tsx';

interface Props {
  admin: Admin;
  onChanged: (admin: Admin) => void;
  onClose: () => void;
}

export function ChangeRole({ admin: { id, username, role }, onChanged, onClose }: Props) {
  const { call } = useSession();
  const { form, text, busy, problem } = useFormCall({ role }, async (values) =>
    onChanged((await call<Admin>('PUT', `/admin/admins/${id}/role`, { body: values })).data),
  );
  return (
    <Dialog title={`Роль участника «${username}»`} onClose={() => busy || onClose()}>
      <form {...form} className={styles.form}>
        <RoleField {...text('role')} />
        <p className={styles.text}>Действует сразу, даже если панель уже открыта.</p>
        {problem && <Problem text={`Ошибка: ${problem}`} />}
        <FormButtons submit="Сменить роль" busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

import { Button } from '@mantine/core';
import type { Admin } from '../../../../model/admins.ts';
import { Dialog, DialogButtons } from '../../../ui/admin/dialog.tsx';
import { tellDone } from '../../../ui/admin/notices.ts';
import { useSession } from '../../../ui/admin/session.tsx';
import { Problem } from '../../../ui/admin/states.tsx';
import styles from './admins.module.css';
import { NewPassword } from './new-password.tsx';
import { useFormCall } from './use-form-call.ts';

export function ResetPassword({ admin: { id, username }, onClose }: { admin: Admin; onClose: () => void }) {
  const { call } = useSession();
  const { form, text, set, busy, problem } = useFormCall({ password: '' }, async (values) => {
    await call('PUT', `/admin/admins/${id}/password`, { body: values });
    tellDone(`Пароль администратора «${username}» изменён, его сеансы закончены.`);
    onClose();
  });
  return (
    <Dialog title={`Новый пароль для «${username}»`} onClose={onClose}>
      <form {...form} className={styles.form}>
        <NewPassword {...text('password')} onMade={(password) => set('password', password)} />
        {problem && <Problem text={`Ошибка: ${problem}`} />}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Отмена
          </Button>
          <Button type="submit" loading={busy}>
            Сменить пароль
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

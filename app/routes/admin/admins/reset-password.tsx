import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Admin } from '../../../../model/admins/admins.ts';
import { Dialog, DialogButtons, FormButtons } from '../../../ui/admin/dialog.tsx';
import { useFormCall } from '../../../ui/admin/form/use-form-call.ts';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import ui from '../../../ui/admin/patterns.module.css';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { Handover } from './handover.tsx';
import { NewPassword } from './new-password.tsx';

export function ResetPassword({ admin: { id, username }, onClose }: { admin: Admin; onClose: () => void }) {
  const { call } = useSession();
  const [given, setGiven] = useState('');
  const { form, text, set, busy, problem } = useFormCall({ password: '' }, async (values) => {
    await call('PUT', `/admin/admins/${id}/password`, { body: values });
    setGiven(values.password);
  });
  const title = `Новый пароль для «${username}»`;
  if (given)
    return (
      <Dialog title={title} onClose={onClose}>
        <Handover pair={{ username, password: given }}>
          Пароль участника «{username}» изменён, его сеансы закончены.
        </Handover>
        <DialogButtons>
          <Button onClick={onClose}>Готово</Button>
        </DialogButtons>
      </Dialog>
    );
  return (
    <Dialog title={title} onClose={() => busy || onClose()}>
      <form {...form} className={ui.form}>
        <NewPassword {...text('password')} onMade={(password) => set('password', password)} />
        {problem && <Problem text={`Ошибка: ${problem}`} />}
        <FormButtons submit="Сменить пароль" busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

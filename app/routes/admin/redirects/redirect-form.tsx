import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { decoded } from '../../../../model/redirects/decoded.ts';
import type { Redirect } from '../../../../model/redirects/redirects.ts';
import { Dialog, DialogButtons } from '../../../ui/admin/dialog.tsx';
import { completeAddress } from '../../../ui/admin/fields/web-address.ts';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { ApiError, extractError } from '../../../ui/errors/api-error.ts';

interface Props {
  /** Undefined for a new one. */
  redirect: Redirect | undefined;
  onClose: (done?: string) => void;
  /** After 412 or 404. */
  onStale: () => Promise<void>;
}

const URL_FIELD = { inputMode: 'url', autoComplete: 'off', spellCheck: false, withAsterisk: true } as const;

export function RedirectForm({ redirect, onClose, onStale }: Props) {
  const { field, save, busy, problem } = useRedirectForm(redirect, onClose, onStale);
  return (
    <Dialog
      title={redirect ? 'Изменить переадресацию' : 'Новая переадресация'}
      role="alertdialog"
      onClose={() => busy || onClose()}
    >
      <form noValidate onSubmit={save}>
        <Stack>
          <TextInput
            label="Старый адрес"
            description="Путь на этом сайте. Можно вставить адрес целиком: название сайта уберём сами."
            placeholder="/staraya-stranica.html"
            data-autofocus
            {...URL_FIELD}
            {...field('source')}
          />
          <TextInput
            label="Новый адрес"
            description="Путь на этом сайте, например /news/final, или адрес другого сайта целиком."
            placeholder="/about"
            {...URL_FIELD}
            {...field('target')}
          />
          {problem && <Problem text={`Ошибка: ${problem}`} />}
          <DialogButtons>
            <Button variant="default" disabled={busy} onClick={() => onClose()}>
              Отмена
            </Button>
            <Button type="submit" loading={busy}>
              {redirect ? 'Сохранить' : 'Добавить'}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}

type Name = 'source' | 'target';

function useRedirectForm(redirect: Redirect | undefined, onClose: Props['onClose'], onStale: Props['onStale']) {
  const { call } = useSession();
  const [values, setValues] = useState({
    source: decoded(redirect?.source ?? ''),
    target: decoded(redirect?.target ?? ''),
  });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const field = (name: Name) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      setValues((now) => ({ ...now, [name]: value }));
      setErrors(({ [name]: _gone, ...rest }) => rest);
    },
  });
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setBusy(true);
    setProblem('');
    const body = { source: values.source, target: completeAddress(values.target) };
    try {
      if (redirect) await call('PUT', `/admin/redirects/${redirect.id}`, { body, ifMatch: `"${redirect.version}"` });
      else await call('POST', '/admin/redirects', { body });
      onClose(redirect ? 'Переадресация сохранена.' : 'Переадресация добавлена.');
    } catch (error) {
      setBusy(false);
      const fields = error instanceof ApiError ? error.fields : {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) setProblem(extractError(error));
      // The button that had the focus was switched off meanwhile.
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true], [type=submit]')?.focus());
      if (error instanceof ApiError && (error.status === 412 || error.status === 404)) await onStale();
    }
  };
  return { field, save, busy, problem };
}

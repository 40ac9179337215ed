import { Stack, TextInput } from '@mantine/core';
import { decoded } from '../../../../model/redirects/decoded.ts';
import type { Redirect } from '../../../../model/redirects/redirects.ts';
import { Dialog, FormButtons } from '../../../ui/admin/dialog.tsx';
import { completeAddress } from '../../../ui/admin/fields/web-address.ts';
import { useFormCall } from '../../../ui/admin/form/use-form-call.ts';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { ApiError } from '../../../ui/errors/api-error.ts';

interface Props {
  /** Undefined for a new one. */
  redirect: Redirect | undefined;
  onClose: (done?: string) => void;
  /** After 412 or 404. */
  onStale: () => Promise<void>;
}

const URL_FIELD = { inputMode: 'url', autoComplete: 'off', spellCheck: false, withAsterisk: true } as const;

export function RedirectForm({ redirect, onClose, onStale }: Props) {
  const { form, text, busy, problem } = useRedirectForm(redirect, onClose, onStale);
  return (
    <Dialog
      title={redirect ? 'Изменить переадресацию' : 'Новая переадресация'}
      role="alertdialog"
      onClose={() => busy || onClose()}
    >
      <form {...form}>
        <Stack>
          <TextInput
            label="Старый адрес"
            description="Путь на этом сайте. Можно вставить адрес целиком: название сайта уберём сами."
            placeholder="/staraya-stranica.html"
            data-autofocus
            {...URL_FIELD}
            {...text('source')}
          />
          <TextInput
            label="Новый адрес"
            description="Путь на этом сайте, например /news/final, или адрес другого сайта целиком."
            placeholder="/about"
            {...URL_FIELD}
            {...text('target')}
          />
          {problem && <Problem text={`Ошибка: ${problem}`} />}
          <FormButtons submit={redirect ? 'Сохранить' : 'Добавить'} busy={busy} onCancel={() => onClose()} />
        </Stack>
      </form>
    </Dialog>
  );
}

function useRedirectForm(redirect: Redirect | undefined, onClose: Props['onClose'], onStale: Props['onStale']) {
  const { call } = useSession();
  const initial = { source: decoded(redirect?.source ?? ''), target: decoded(redirect?.target ?? '') };
  return useFormCall(initial, async ({ source, target }) => {
    const body = { source, target: completeAddress(target) };
    try {
      const { data } = redirect
        ? await call<Redirect>('PUT', `/admin/redirects/${redirect.id}`, { body, ifMatch: `"${redirect.version}"` })
        : await call<Redirect>('POST', '/admin/redirects', { body });
      const done = redirect ? 'Переадресация сохранена' : 'Переадресация добавлена';
      onClose(`${done}${(await isPage(data.source)) ? PAGE_WINS : '.'}`);
    } catch (error) {
      if (error instanceof ApiError && (error.status === 412 || error.status === 404)) await onStale();
      throw error;
    }
  });
}

const PAGE_WINS = ', но пока не действует: по старому адресу открывается страница сайта.';

/** Pages come before redirects. */
async function isPage(path: string): Promise<boolean> {
  const answer = await fetch(path, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(3000) }).catch(
    () => undefined,
  );
  return answer?.ok ?? false;
}

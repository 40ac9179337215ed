import { TextInput } from '@mantine/core';
import { decoded } from '../../../../model/redirects/decoded.ts';
import type { Redirect } from '../../../../model/redirects/redirects.ts';
import { completeAddress } from '../../../ui/admin/fields/web-address.ts';
import { FormDialog, useFormCall } from '../../../ui/admin/form/form-call.tsx';
import { useChange } from '../../../ui/admin/queries.ts';

interface Props {
  /** Undefined for a new one. */
  redirect: Redirect | undefined;
  onClose: (done?: string) => void;
}

const URL_FIELD = { inputMode: 'url', autoComplete: 'off', spellCheck: false, withAsterisk: true } as const;

export function RedirectForm({ redirect, onClose }: Props) {
  const form = useRedirectForm(redirect, onClose);
  const { text } = form;
  return (
    <FormDialog
      title={redirect ? 'Изменить переадресацию' : 'Новая переадресация'}
      yes={redirect ? 'Сохранить' : 'Добавить'}
      form={form}
      onClose={() => onClose()}
    >
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
    </FormDialog>
  );
}

function useRedirectForm(redirect: Redirect | undefined, onClose: Props['onClose']) {
  const change = useChange('/admin/redirects');
  const initial = { source: decoded(redirect?.source ?? ''), target: decoded(redirect?.target ?? '') };
  return useFormCall(initial, async ({ source, target }) => {
    const body = { source, target: completeAddress(target) };
    const { data } = redirect
      ? await change<Redirect>('PUT', `/admin/redirects/${redirect.id}`, { body, ifMatch: `"${redirect.version}"` })
      : await change<Redirect>('POST', '/admin/redirects', { body });
    const done = redirect ? 'Переадресация сохранена' : 'Переадресация добавлена';
    onClose(`${done}${(await isPage(data.source)) ? PAGE_WINS : '.'}`);
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

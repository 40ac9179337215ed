import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { decoded } from '../../../model/redirects/decoded.ts';
import type { Redirect } from '../../../model/redirects/redirects.ts';
import { completeAddress } from '../../ui/admin/fields/web-address.ts';
import { FormDialog, useFormCall } from '../../ui/admin/form/form-call.tsx';
import { Icon } from '../../ui/admin/icon.tsx';
import { Empty, LoadState } from '../../ui/admin/loading/states.tsx';
import { notifySuccess } from '../../ui/admin/notices.ts';
import { useGet, useSaveRow } from '../../ui/admin/queries.ts';
import { panelHead, Screen } from '../../ui/admin/screen.tsx';
import { type Found, RedirectImport, RedirectList } from './redirects/redirect-list.tsx';

const PAGE_SIZE = 100;
const DEBOUNCE = 250; // ms

export const meta = () => panelHead('Переадресация');

export default function Redirects() {
  const [sought, setSought] = useState('');
  const [q] = useDebouncedValue(sought.trim(), DEBOUNCE);
  const [limit, setLimit] = useState(PAGE_SIZE);
  const address = `/admin/redirects?${new URLSearchParams({ q, limit: String(limit) })}`;
  const { data: found, problem, reload } = useGet<Found>(address);
  const [edited, setEdited] = useState<Redirect | 'new'>();
  const [isImporting, setImporting] = useState(false);
  const close = (done?: string) => {
    setEdited(undefined);
    setImporting(false);
    if (done) notifySuccess(done);
  };
  const isEmpty = found !== undefined && found.total === 0 && q === '';
  return (
    <Screen
      title="Переадресация"
      lead="Куда ведут адреса, которых на сайте больше нет: с афиш, из поисковиков, со старого сайта."
      actions={
        <>
          <Button variant="default" leftSection={<Icon name="upload" />} onClick={() => setImporting(true)}>
            Загрузить список
          </Button>
          <Button leftSection={<Icon name="plus" />} onClick={() => setEdited('new')}>
            Добавить
          </Button>
        </>
      }
    >
      {!isEmpty && (
        <TextInput
          type="search"
          label="Найти адрес"
          placeholder="Часть старого или нового адреса"
          leftSection={<Icon name="search" />}
          maxLength={200}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
      )}
      <LoadState data={found} problem={problem} reload={reload} rows={4} />
      {isEmpty && (
        <Empty title="Переадресаций пока нет">
          <p>
            Был старый сайт или страница переехала? Добавьте её прежний адрес и новый: кто придёт по старой ссылке,
            попадёт куда нужно. Много адресов загрузите списком. Когда меняется адрес новости, старый ведёт к ней сам.
          </p>
        </Empty>
      )}
      {found && !isEmpty && (
        <RedirectList found={found} onEdit={setEdited} onMore={() => setLimit(limit + PAGE_SIZE)} />
      )}
      {edited && <RedirectForm redirect={edited === 'new' ? undefined : edited} onClose={close} />}
      {isImporting && <RedirectImport onClose={close} />}
    </Screen>
  );
}

const URL_FIELD = { inputMode: 'url', autoComplete: 'off', spellCheck: false } as const;

function RedirectForm({ redirect, onClose }: { redirect: Redirect | undefined; onClose: (done?: string) => void }) {
  const save = useSaveRow<Redirect>('/admin/redirects');
  const initial = { source: decoded(redirect?.source ?? ''), target: decoded(redirect?.target ?? '') };
  const form = useFormCall(initial, async ({ source, target }) => {
    await save(redirect, { source, target: completeAddress(target) });
    onClose(`Переадресация ${redirect ? 'сохранена' : 'добавлена'}.`);
  });
  return (
    <FormDialog
      title={['Изменить переадресацию', 'Новая переадресация']}
      row={redirect}
      form={form}
      onClose={() => onClose()}
    >
      <TextInput
        label="Старый адрес"
        description="Путь на этом сайте. Можно вставить адрес целиком: название сайта уберём сами."
        placeholder="/staraya-stranica.html"
        data-autofocus
        {...URL_FIELD}
        {...form.text('source')}
      />
      <TextInput
        label="Новый адрес"
        description="Путь на этом сайте, например /news/final, или адрес другого сайта целиком."
        placeholder="/about"
        {...URL_FIELD}
        {...form.text('target')}
      />
    </FormDialog>
  );
}

import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useCallback, useState } from 'react';
import { publicPath } from '../../../model/articles/kinds.ts';
import { decoded } from '../../../model/redirects/decoded.ts';
import type { FormerAddress } from '../../../model/redirects/former.ts';
import type { Redirect } from '../../../model/redirects/redirects.ts';
import { offerUndo, useReloadAfterUndo } from '../../ui/admin/form/undo.tsx';
import { Icon } from '../../ui/admin/icon.tsx';
import { Empty, LoadState } from '../../ui/admin/loading/states.tsx';
import { useLoaded } from '../../ui/admin/loading/use-loaded.ts';
import { tellDone, tellProblem } from '../../ui/admin/notices.ts';
import { panelHead, Screen } from '../../ui/admin/screen.tsx';
import { useSession } from '../../ui/admin/sign-in/session.tsx';
import { downloadCsv } from './redirects/csv-file.ts';
import { RedirectForm } from './redirects/redirect-form.tsx';
import { RedirectImport } from './redirects/redirect-import.tsx';
import { FormerAddresses, RedirectList } from './redirects/redirect-list.tsx';

const SHOWN = 100;
const AFTER_REST = 250; // ms

export const meta = () => panelHead('Переадресация');

export default function Redirects() {
  const [sought, setSought] = useState('');
  const [q] = useDebouncedValue(sought.trim(), AFTER_REST);
  const [limit, setLimit] = useState(SHOWN);
  const { found, problem, reload, remove, forget, download } = useRedirects(q, limit);
  const [edited, setEdited] = useState<Redirect | 'new'>();
  const [isImporting, setImporting] = useState(false);
  const close = (done?: string) => {
    setEdited(undefined);
    setImporting(false);
    if (!done) return;
    tellDone(done);
    void reload();
  };
  const isEmpty = found !== undefined && found.total === 0 && q === '';
  return (
    <Screen
      title="Переадресация"
      lead="Куда ведут адреса, которых на сайте больше нет: ссылки из поисковиков, с афиш и со старого сайта. Страница, которая на сайте есть, открывается всегда."
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
        <RedirectList
          found={found}
          onEdit={setEdited}
          onRemove={remove}
          onMore={() => setLimit(limit + SHOWN)}
          onDownload={download}
        />
      )}
      {found && <FormerAddresses items={found.former} onForget={forget} />}
      {edited && <RedirectForm redirect={edited === 'new' ? undefined : edited} onClose={close} onStale={reload} />}
      {isImporting && <RedirectImport onClose={close} />}
    </Screen>
  );
}

export interface Found {
  total: number;
  redirects: Redirect[];
  former: FormerAddress[];
}

function useRedirects(q: string, limit: number) {
  const { call } = useSession();
  const read = useCallback(
    async (signal: AbortSignal) => {
      const query = new URLSearchParams({ q, limit: String(limit) });
      const [{ data }, { data: former }] = await Promise.all([
        call<Omit<Found, 'former'>>('GET', `/admin/redirects?${query}`, { signal }),
        call<FormerAddress[]>('GET', '/admin/former-addresses', { signal }),
      ]);
      const words = q.toLowerCase();
      const fits = (item: FormerAddress) =>
        `${publicPath(item)} ${publicPath({ ...item, slug: item.now })} ${item.title}`.toLowerCase().includes(words);
      return { ...data, former: former.filter(fits) };
    },
    [call, q, limit],
  );
  const { data: found, problem, reload } = useLoaded(read);
  useReloadAfterUndo(reload);

  const remove = async ({ id, version, source, target }: Redirect) => {
    await call('DELETE', `/admin/redirects/${id}`, { ifMatch: `"${version}"` }).then(() => {
      const undo = () => call('POST', '/admin/redirects', { body: { source, target } });
      offerUndo({ text: `Переадресация удалена: ${decoded(source)}.`, undo });
    }, tellProblem);
    await reload();
  };
  const forget = async (item: FormerAddress) => {
    const source = publicPath(item);
    await call('DELETE', `/admin/former-addresses/${item.slug}?kind=${item.kind}`).then(() => {
      const body = { source, target: publicPath({ ...item, slug: item.now }) };
      const undo = () => call('POST', '/admin/redirects', { body });
      offerUndo({ text: `Прежний адрес удалён: ${source}.`, undo });
    }, tellProblem);
    await reload();
  };
  const download = () =>
    call<Omit<Found, 'former'>>('GET', '/admin/redirects').then(({ data }) => downloadCsv(data.redirects), tellProblem);
  return { found, problem, reload, remove, forget, download };
}

import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { decoded } from '../../../../model/redirects/decoded.ts';
import type { ImportLine } from '../../../../model/redirects/import.ts';
import type { Redirect } from '../../../../model/redirects/redirects.ts';
import { plural } from '../../../../model/text/plural.ts';
import { toCsv } from '../../../../model/text/table.ts';
import { RowButton } from '../../../ui/admin/ask.tsx';
import { offerUndo } from '../../../ui/admin/form/undo.tsx';
import { Empty } from '../../../ui/admin/loading/states.tsx';
import { notifyError } from '../../../ui/admin/notices.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { useChange } from '../../../ui/admin/queries.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { saveTable } from '../../../ui/admin/table-file.tsx';
import { ImportDialog, useImport } from '../../../ui/admin/table-import.tsx';

export interface Found {
  total: number;
  redirects: Redirect[];
}

interface Props {
  found: Found;
  onEdit: (redirect: Redirect) => void;
  onMore: () => void;
}

export function RedirectList({ found: { total, redirects }, onEdit, onMore }: Props) {
  const { call } = useSession();
  const change = useChange('/admin/redirects');
  const remove = ({ id, version, source, target }: Redirect) =>
    change('DELETE', `/admin/redirects/${id}`, { ifMatch: `"${version}"` }).then(() => {
      const undo = () => call('POST', '/admin/redirects', { body: { source, target } });
      offerUndo({ text: `Переадресация удалена: ${decoded(source)}.`, undo });
    }, notifyError);
  const download = () =>
    call<Found>('GET', '/admin/redirects').then(({ data }) => {
      const rows = data.redirects.map(({ source, target }) => [decoded(source), decoded(target)]);
      return saveTable([['Старый адрес', 'Новый адрес'], ...rows], 'pereadresaciya', 'csv');
    }, notifyError);
  if (total === 0) return <Empty title="Таких адресов среди переадресаций нет" />;
  return (
    <section className={ui.list} aria-label="Переадресации">
      <div className={ui.head}>
        <p role="status">{plural(total, 'переадресация', 'переадресации', 'переадресаций')}</p>
        <Button variant="subtle" size="compact-md" onClick={download}>
          Скачать все в CSV
        </Button>
      </div>
      <ul className={ui.rows}>
        {redirects.map((redirect) => {
          const source = decoded(redirect.source);
          return (
            <li key={redirect.id}>
              <div className={ui.about}>
                <b>{source}</b>
                <span>
                  <span aria-hidden="true">→ </span>
                  <Anchor href={redirect.target} target="_blank" rel="noopener" py={10}>
                    {decoded(redirect.target)}
                  </Anchor>
                </span>
              </div>
              <div className={ui.row}>
                <RowButton word="Изменить" of={source} onClick={() => onEdit(redirect)} />
                <RowButton word="Удалить" of={source} isDanger px="xs" onClick={() => void remove(redirect)} />
              </div>
            </li>
          );
        })}
      </ul>
      {redirects.length < total && (
        <Button variant="default" onClick={onMore} style={{ justifySelf: 'center' }}>
          Показать ещё
        </Button>
      )}
    </section>
  );
}

export function RedirectImport({ onClose }: { onClose: (done?: string) => void }) {
  const [csv, setCsv] = useState('');
  const state = useImport<ImportLine[]>(
    '/admin/redirects/import',
    ['/admin/redirects'],
    (rows) => {
      const text = toCsv(rows).slice(1);
      setCsv(text);
      return { csv: text };
    },
    () => onClose('Список переадресаций загружен.'),
  );
  return (
    <ImportDialog
      title="Загрузить список"
      lead="В каждой строке старый адрес и новый, через точку с запятой или запятую. Подойдёт таблица Excel или файл CSV. Сначала покажем, что изменится; ничего не сохранится, пока вы не подтвердите."
      label="Строки списка"
      placeholder={'/program.html;/about\n/tickets;https://tickets.example.org/'}
      value={csv}
      state={state}
      body={{ csv }}
      onType={setCsv}
      lines={
        state.plan?.map(({ line, source, target, outcome, before, message }) => ({
          ...{ line, outcome },
          text: `${decoded(source)} → ${decoded(target)}`,
          notes: before === null ? [] : [`Сейчас ведёт на ${decoded(before)}`],
          problems: message === null ? [] : [message],
        })) ?? []
      }
      onClose={() => onClose()}
    />
  );
}

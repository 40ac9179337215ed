import { useState } from 'react';
import { decoded } from '../../../../model/redirects/decoded.ts';
import type { ImportLine } from '../../../../model/redirects/import.ts';
import { toCsv } from '../../../../model/text/table.ts';
import { ImportDialog, useImport } from '../../../ui/admin/table-import.tsx';

const OUTCOMES = { wrong: 'Ошибка', new: 'Новая', changed: 'Изменится', same: 'Уже есть' } as const;

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
  const { plan, read, check, save, reset } = state;
  const take = (text: string) => {
    reset();
    setCsv(text);
  };
  return (
    <ImportDialog
      title="Загрузить список"
      lead="В каждой строке старый адрес и новый, через точку с запятой или запятую. Подойдёт таблица Excel или файл CSV. Сначала покажем, что изменится; ничего не сохранится, пока вы не подтвердите."
      label="Строки списка"
      placeholder={'/program.html;/about\n/tickets;https://tickets.example.org/'}
      value={csv}
      state={state}
      isBlank={csv.trim() === ''}
      onType={take}
      onFile={(file) => {
        take('');
        read(file);
      }}
      words={OUTCOMES}
      lines={
        plan?.map(({ line, source, target, outcome, before, message }) => ({
          ...{ line, outcome },
          text: `${decoded(source)} → ${decoded(target)}`,
          notes: before === null ? [] : [`Сейчас ведёт на ${decoded(before)}`],
          problems: message === null ? [] : [message],
        })) ?? []
      }
      onCheck={() => check({ csv })}
      onSave={() => save({ csv })}
      onClose={() => onClose()}
    />
  );
}

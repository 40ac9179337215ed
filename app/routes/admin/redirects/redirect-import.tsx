import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { decoded } from '../../../../model/redirects/decoded.ts';
import type { ImportLine } from '../../../../model/redirects/import.ts';
import { plural } from '../../../../model/text/plural.ts';
import { toCsv } from '../../../../model/text/table.ts';
import { Dialog, DialogButtons } from '../../../ui/admin/dialog.tsx';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import { useChange } from '../../../ui/admin/queries.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { readTable } from '../../../ui/admin/table-file.ts';
import { ImportLines, TableSource } from '../../../ui/admin/table-import.tsx';
import { extractError } from '../../../ui/errors/api-error.ts';

const OUTCOMES = { wrong: 'Ошибка', new: 'Новая', changed: 'Изменится', same: 'Уже есть' } as const;
const IMPORT = '/admin/redirects/import';

export function RedirectImport({ onClose }: { onClose: (done?: string) => void }) {
  const { csv, take, choose, lines, check, save, busy, problem } = useImport(onClose);
  const count = lines?.filter(({ outcome }) => outcome === 'new' || outcome === 'changed').length ?? 0;
  return (
    <Dialog title="Загрузить список" role="alertdialog" wide onClose={() => busy || onClose()}>
      <Stack>
        <p>
          В каждой строке старый адрес и новый, через точку с запятой или запятую. Подойдёт таблица Excel или файл CSV.
          Сначала покажем, что изменится; ничего не сохранится, пока вы не подтвердите.
        </p>
        <TableSource
          label="Строки списка"
          placeholder={'/program.html;/about\n/tickets;https://tickets.example.org/'}
          value={csv}
          onType={take}
          onFile={choose}
        />
        {problem && <Problem text={`Ошибка: ${problem}`} />}
        {lines && (
          <ImportLines
            words={OUTCOMES}
            lines={lines.map(({ line, source, target, outcome, before, message }) => ({
              ...{ line, outcome },
              text: `${decoded(source)} → ${decoded(target)}`,
              notes: before === null ? [] : [`Сейчас ведёт на ${decoded(before)}`],
              problems: message === null ? [] : [message],
            }))}
          />
        )}
        <DialogButtons>
          <Button variant="default" disabled={busy} onClick={() => onClose()}>
            Отмена
          </Button>
          {lines && count > 0 ? (
            <Button loading={busy} onClick={save}>
              Сохранить {plural(count, 'строку', 'строки', 'строк')}
            </Button>
          ) : (
            <Button loading={busy} disabled={csv.trim() === '' || lines !== undefined} onClick={check}>
              Проверить
            </Button>
          )}
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}

function useImport(onClose: (done?: string) => void) {
  const { call } = useSession();
  const change = useChange('/admin/redirects');
  const [csv, setCsv] = useState('');
  const checking = useMutation({
    mutationFn: async (from: File | string) => {
      const text = typeof from === 'string' ? from : toCsv(await readTable(from)).slice(1);
      setCsv(text);
      return (await call<ImportLine[]>('POST', IMPORT, { body: { csv: text, dryRun: true } })).data;
    },
  });
  const saving = useMutation({
    mutationFn: () => change('POST', IMPORT, { body: { csv, dryRun: false } }),
    onSuccess: () => onClose('Список переадресаций загружен.'),
  });
  const take = (text: string) => {
    setCsv(text);
    checking.reset();
    saving.reset();
  };
  const choose = (file: File) => {
    take('');
    checking.mutate(file);
  };
  const error = checking.error ?? saving.error;
  return {
    ...{ csv, take, choose },
    lines: checking.data,
    check: () => checking.mutate(csv),
    save: () => saving.mutate(),
    busy: checking.isPending || saving.isPending,
    problem: error ? extractError(error) : '',
  };
}

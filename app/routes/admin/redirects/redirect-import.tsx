import { Button, FileButton, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { decoded } from '../../../../model/redirects/decoded.ts';
import type { ImportLine } from '../../../../model/redirects/import.ts';
import { plural } from '../../../../model/text/plural.ts';
import { Dialog, DialogButtons } from '../../../ui/admin/dialog.tsx';
import { Icon } from '../../../ui/admin/icon.tsx';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import ui from '../../../ui/admin/patterns.module.css';
import { useChange } from '../../../ui/admin/queries.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { extractError } from '../../../ui/errors/api-error.ts';

const OUTCOMES = { wrong: 'Ошибка', new: 'Новая', changed: 'Изменится', same: 'Уже есть' } as const;
const IMPORT = '/admin/redirects/import';
const SHOWN = 500; // lines

export function RedirectImport({ onClose }: { onClose: (done?: string) => void }) {
  const { csv, take, choose, lines, check, save, busy, problem } = useImport(onClose);
  const count = lines?.filter(({ outcome }) => outcome === 'new' || outcome === 'changed').length ?? 0;
  return (
    <Dialog title="Загрузить список" role="alertdialog" wide onClose={() => busy || onClose()}>
      <Stack>
        <p>
          В каждой строке старый адрес и новый, через точку с запятой или запятую. Подойдёт таблица из Excel,
          сохранённая как «CSV UTF-8». Сначала покажем, что изменится; ничего не сохранится, пока вы не подтвердите.
        </p>
        <FileButton accept=".csv,.txt,text/csv,text/plain" onChange={(file) => file && choose(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<Icon name="upload" />}
              style={{ alignSelf: 'flex-start' }}
              data-autofocus
            >
              Выбрать файл
            </Button>
          )}
        </FileButton>
        <Textarea
          label="Строки списка"
          placeholder={'/program.html;/about\n/tickets;https://tickets.example.org/'}
          autosize
          minRows={4}
          maxRows={10}
          spellCheck={false}
          value={csv}
          onChange={(event) => take(event.currentTarget.value)}
        />
        {problem && <Problem text={`Ошибка: ${problem}`} />}
        {lines && <Outcome lines={lines} />}
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
      const text = typeof from === 'string' ? from : await readCsv(from);
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

const NOT_UTF8 =
  'Файл сохранён не в UTF-8 (похоже на Windows-1251). В Excel выберите «Сохранить как» → «CSV UTF-8», или вставьте строки в поле ниже.';

/** Throws a sentence for a person when the file is not in UTF-8. */
async function readCsv(file: File): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error(NOT_UTF8);
  }
}

/** Wrong lines come first. */
function Outcome({ lines }: { lines: ImportLine[] }) {
  const kinds = Object.keys(OUTCOMES) as ImportLine['outcome'][];
  const counts = kinds.map((kind) => ({ kind, count: lines.filter(({ outcome }) => outcome === kind).length }));
  const sorted = lines.toSorted((one, other) => kinds.indexOf(one.outcome) - kinds.indexOf(other.outcome));
  const hasWrong = lines.some(({ outcome }) => outcome === 'wrong');
  return (
    <section aria-label="Что произойдёт" className={ui.list}>
      <Text role="status" fw={600}>
        {counts
          .filter(({ count }) => count > 0)
          .map(({ kind, count }) => `${OUTCOMES[kind]}: ${count}`)
          .join(' · ')}
        {hasWrong && '. Строки с ошибками пропустим.'}
      </Text>
      <ul className={ui.rows}>
        {sorted.slice(0, SHOWN).map(({ line, source, target, outcome, before, message }) => (
          <li
            key={line}
            className={outcome === 'same' ? ui.note : undefined}
            style={{ flexWrap: 'nowrap', ...(outcome === 'wrong' && { background: 'var(--bad-soft)' }) }}
          >
            <Text span c="dimmed" miw="1.5rem" ta="end">
              {line}
            </Text>
            <span className={ui.about}>
              <span>
                <b>{OUTCOMES[outcome]}:</b> {decoded(source)} → {decoded(target)}
              </span>
              {before !== null && <span className={ui.note}>Сейчас ведёт на {decoded(before)}</span>}
              {message && (
                <Text span c="var(--bad)">
                  {message}
                </Text>
              )}
            </span>
          </li>
        ))}
      </ul>
      {lines.length > SHOWN && <p className={ui.note}>Показаны первые {SHOWN} строк.</p>}
    </section>
  );
}

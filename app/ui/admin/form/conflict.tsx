import { Button, Paper } from '@mantine/core';
import { Dialog, DialogButtons } from '../dialog.tsx';
import { momentText, useSiteTimeZone } from '../fields/moment.tsx';
import styles from './compare.module.css';
import { changedKeys, type Value, type Values } from './field-props.ts';
import type { Conflict as Found } from './use-stored-form.ts';

interface Props<T extends Values> {
  conflict: Found<T>;
  names: Readonly<Record<string, string>>;
  /** Formats values whose text is not enough. */
  tellValue?: ((field: string, value: Value | undefined) => string | undefined) | undefined;
  onMine: () => void;
  onTheirs: () => void;
  onClose: () => void;
}

export function Conflict<T extends Values>({ conflict, names, tellValue, ...on }: Props<T>) {
  const { base, mine, theirs } = conflict;
  const zone = useSiteTimeZone();
  const here = changedKeys(base, mine);
  const there = changedKeys(base, theirs);
  const fields = [...new Set([...here, ...there])].filter(
    (name) => changedKeys(mine, { [name]: theirs[name] ?? '' }).length > 0,
  );
  const isApart = !here.some((name) => there.includes(name));
  return (
    <Dialog role="alertdialog" wide title="Пока вы редактировали, форму изменил кто-то ещё" onClose={on.onClose}>
      <p>
        {isApart
          ? 'Вы изменили разные поля, поэтому оба изменения можно сохранить вместе.'
          : 'Что закрашено с двух сторон, изменили вы оба. «Сохранить мой вариант» оставит там ваше, а остальные чужие изменения сохранит.'}
      </p>
      <Paper withBorder bg="var(--surface)" mah="50vh" style={{ overflow: 'auto' }}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th>Поле</th>
              <th>Ваш вариант</th>
              <th>Сейчас сохранено</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((name) => (
              <tr key={name}>
                <th>{names[name] ?? name}</th>
                <td data-side="Ваш вариант" style={here.includes(name) ? CHANGED : undefined}>
                  {tellValue?.(name, mine[name]) ?? shown(name, mine[name], zone)}
                </td>
                <td data-side="Сейчас сохранено" style={there.includes(name) ? CHANGED : undefined}>
                  {tellValue?.(name, theirs[name]) ?? shown(name, theirs[name], zone)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Paper>
      <DialogButtons>
        <Button variant="subtle" color="gray" onClick={on.onClose} data-autofocus={!isApart || undefined}>
          Вернуться к форме
        </Button>
        <Button variant="default" onClick={on.onTheirs}>
          Взять сохранённое
        </Button>
        <Button onClick={on.onMine} data-autofocus={isApart || undefined}>
          {isApart ? 'Сохранить оба изменения' : 'Сохранить мой вариант'}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

const CHANGED = { background: 'var(--wait-soft)' };

function shown(field: string, value: Value | undefined, zone: string): string {
  if (field.endsWith('_at') && value) return momentText(String(value), zone);
  if (typeof value === 'boolean') return value ? 'включено' : 'выключено';
  return String(value ?? '') || '(пусто)';
}

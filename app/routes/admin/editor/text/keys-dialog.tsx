import { Button } from '@mantine/core';
import { Dialog, DialogButtons } from '../../../../ui/admin/dialog.tsx';
import { isMac, showKeys } from '../toolbar/keys.ts';
import { ALL_TOOLS } from '../toolbar/tools.ts';
import styles from './keys-dialog.module.css';

const OTHERS: readonly [keys: string, label: string][] = [
  ['Mod-s', 'Сохранить и остаться'],
  ['Mod-Shift-f', 'Только текст и обратно'],
  ['Alt-F10', 'Перейти к кнопкам оформления'],
  ['Tab', 'В списке: на уровень глубже'],
  ['Shift-Tab', 'В списке: на уровень выше'],
  ['Mod-Enter', 'В таблице: выйти под неё'],
  ['Alt-↑', 'Картинку, галерею или фото в ней: раньше'],
  ['Alt-↓', 'Картинку, галерею или фото в ней: позже'],
  ['Esc, Tab', 'Выйти из текста'],
  ['Shift-Enter', 'Новая строка в том же абзаце'],
  ['/', 'В пустом абзаце: выбрать блок'],
];

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const rows: (readonly [string, string])[] = [
    ...ALL_TOOLS.flatMap(({ keys, label }) => (keys ? [[keys, label] as const] : [])),
    ...OTHERS,
  ];
  return (
    <Dialog title="Сочетания клавиш" onClose={onClose} wide>
      <dl className={styles.keys}>
        {rows.map(([keys, label]) => (
          <div key={keys}>
            <dt>{label}</dt>
            <dd>
              <kbd>{showKeys(keys, isMac)}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <DialogButtons>
        <Button onClick={onClose} data-autofocus>
          Закрыть
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

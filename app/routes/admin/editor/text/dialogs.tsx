import { Button, Group, Kbd, Switch, TextInput } from '@mantine/core';
import { type FocusEvent, useState } from 'react';
import { embedAt, sourceOf } from '../../../../../model/embeds/embeds.ts';
import { Dialog, DialogButtons } from '../../../../ui/admin/dialog.tsx';
import { NumberField } from '../../../../ui/admin/fields/whole-number.tsx';
import { putButton } from '../body/blocks/button.ts';
import { putEmbed } from '../body/blocks/embed/commands.ts';
import { around } from '../body/blocks/put-block.ts';
import { insertTable, MAX_COLUMNS, MAX_ROWS } from '../body/blocks/table/commands.ts';
import { toLink } from '../body/links.ts';
import { showKeys } from '../toolbar/tool-button.tsx';
import { ALL_TOOLS } from '../toolbar/tools.ts';
import { ImageDialog } from './image-dialog.tsx';
import { LinkDialog, type TextDialogProps } from './link-dialog.tsx';
import { AddressField, NO_ADDRESS, TextForm, useAddress } from './text-form.tsx';
import { TypografDialog } from './typograf-dialog.tsx';

const KNOWN =
  'Страница VK\u00a0Видео, Rutube, YouTube, Дзена или Одноклассников, запись ВКонтакте или Telegram, трек, альбом или плейлист Яндекс\u00a0Музыки';
const UNKNOWN = `Такого адреса сайт не\u00a0знает. Нужна страница самого видео или записи, а\u00a0другой адрес вставьте ссылкой.`;

export const DIALOGS = {
  link: LinkDialog,
  picture: ImageDialog,
  keys: KeysDialog,
  typograf: TypografDialog,
  table: TableDialog,
  button: ButtonDialog,
  embed: EmbedDialog,
};

function TableDialog({ editor, onClose }: TextDialogProps) {
  const [columns, setColumns] = useState<number | null>(3);
  const [rows, setRows] = useState<number | null>(3);
  const [hasHeader, setHeader] = useState(true);
  const submit = () => {
    if (rows === null || columns === null) return;
    onClose();
    insertTable(editor, rows, columns, hasHeader);
  };
  return (
    <TextForm title="Новая таблица" submit="Вставить" onSubmit={submit} onClose={onClose}>
      <Group grow align="start">
        <NumberField
          label="Столбцов"
          {...{ least: 1, most: MAX_COLUMNS, value: columns, onFocus: selectAll }}
          onChange={(count) => setColumns(count)}
          data-autofocus
        />
        <NumberField
          label="Строк"
          {...{ least: 1, most: MAX_ROWS, value: rows, onFocus: selectAll }}
          onChange={(count) => setRows(count)}
        />
      </Group>
      <Switch
        label="Первая строка — заголовки столбцов"
        checked={hasHeader}
        onChange={({ currentTarget }) => setHeader(currentTarget.checked)}
      />
    </TextForm>
  );
}

function selectAll({ currentTarget }: FocusEvent<HTMLInputElement>): void {
  currentTarget.select();
}

function ButtonDialog({ editor, onClose }: TextDialogProps) {
  const found = useState(() => around(editor.state, 'button')?.node)[0];
  const [label, setLabel] = useState(found?.textContent ?? '');
  const [address, setAddress] = useState<string>(found?.attrs.href ?? '');
  const [problems, setProblems] = useState<{ label?: string; address?: string }>({});
  const submit = () => {
    const href = toLink(address);
    const wrong = {
      ...(label.trim() === '' && { label: 'Напишите, что на кнопке.' }),
      ...(!href && { address: NO_ADDRESS }),
    };
    setProblems(wrong);
    if (!href || wrong.label) return;
    onClose();
    putButton(editor, label.trim(), href);
  };
  return (
    <TextForm title={found ? 'Изменить кнопку' : 'Новая кнопка'} submit="Готово" onSubmit={submit} onClose={onClose}>
      <TextInput
        label="Надпись"
        value={label}
        error={problems.label}
        data-autofocus
        onChange={({ currentTarget }) => setLabel(currentTarget.value)}
      />
      <AddressField value={address} problem={problems.address} onChange={setAddress} />
    </TextForm>
  );
}

function EmbedDialog({ editor, onClose }: TextDialogProps) {
  const { address, field, refuse } = useAddress();
  const submit = () => {
    const embed = embedAt(sourceOf(address) ?? address);
    if (!embed) return refuse(address.trim() ? UNKNOWN : 'Вставьте адрес видео или записи.');
    onClose();
    putEmbed(editor.view, embed);
  };
  return (
    <TextForm title="Видео или запись" submit="Вставить" onSubmit={submit} onClose={onClose}>
      <AddressField {...field} description={KNOWN} isFirst />
    </TextForm>
  );
}

const OTHER_KEYS: readonly [keys: string, label: string][] = [
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

function KeysDialog({ onClose }: { onClose: () => void }) {
  const rows: (readonly [string, string])[] = [
    ...ALL_TOOLS.flatMap(({ keys, label }) => (keys ? [[keys, label] as const] : [])),
    ...OTHER_KEYS,
  ];
  return (
    <Dialog title="Сочетания клавиш" onClose={onClose} wide>
      <dl style={{ columns: '2 18rem', columnGap: '2rem' }}>
        {rows.map(([keys, label]) => (
          <Group
            key={keys}
            justify="space-between"
            wrap="nowrap"
            py="0.3125rem"
            style={{ borderBottom: '1px solid var(--edge)', breakInside: 'avoid' }}
          >
            <dt>{label}</dt>
            <dd style={{ flex: 'none' }}>
              <Kbd>{showKeys(keys)}</Kbd>
            </dd>
          </Group>
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

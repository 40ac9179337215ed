import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { embedAt, sourceOf } from '../../../../../model/embeds/embeds.ts';
import { around } from '../body/blocks/block.ts';
import { putButton } from '../body/blocks/button.ts';
import { putEmbed } from '../body/blocks/embed.ts';
import { linkAt, putLink, toLink } from '../body/links.ts';
import { ImageDialog } from './image-dialog.tsx';
import { AddressField, NO_ADDRESS, type TextDialogProps, TextForm, useAddress } from './text-form.tsx';
import { TypografDialog } from './typograf-dialog.tsx';

export const DIALOGS = {
  link: LinkDialog,
  picture: ImageDialog,
  typograf: TypografDialog,
  button: ButtonDialog,
  embed: EmbedDialog,
};

function LinkDialog({ editor, onClose }: TextDialogProps) {
  const found = useState(() => linkAt(editor))[0];
  const { address, field, refuse } = useAddress(found.href);
  const [text, setText] = useState(found.text);
  const [isNewTab, setNewTab] = useState(found.isNewTab);

  const submit = () => {
    const href = toLink(address);
    if (!href) return refuse(NO_ADDRESS);
    onClose();
    putLink(editor, found, { href, target: isNewTab ? '_blank' : null, text: text.trim() || href });
  };
  const remove = () => {
    onClose();
    editor.view.focus();
    editor.chain().setTextSelection(found.range).unsetMark('link').run();
  };
  return (
    <TextForm
      title={found.href ? 'Изменить ссылку' : 'Новая ссылка'}
      submit="Готово"
      onSubmit={submit}
      onClose={onClose}
      buttons={
        found.href && (
          <Button variant="subtle" color="red" onClick={remove}>
            Убрать ссылку
          </Button>
        )
      }
    >
      <AddressField {...field} data-autofocus />
      {found.isPlain && (
        <TextInput label="Текст ссылки" value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} />
      )}
      <Checkbox
        label="Открывать в новой вкладке"
        checked={isNewTab}
        onChange={({ currentTarget }) => setNewTab(currentTarget.checked)}
      />
    </TextForm>
  );
}

function ButtonDialog({ editor, onClose }: TextDialogProps) {
  const found = useState(() => around(editor.state, 'button')?.node)[0];
  const [label, setLabel] = useState(found?.textContent ?? '');
  const [problem, setProblem] = useState('');
  const { address, field, refuse } = useAddress(found?.attrs.href);
  const submit = () => {
    const href = toLink(address);
    const isNamed = label.trim() !== '';
    setProblem(isNamed ? '' : 'Напишите, что на кнопке.');
    refuse(href ? '' : NO_ADDRESS);
    if (!href || !isNamed) return;
    onClose();
    putButton(editor, label.trim(), href);
  };
  return (
    <TextForm title={found ? 'Изменить кнопку' : 'Новая кнопка'} submit="Готово" onSubmit={submit} onClose={onClose}>
      <TextInput
        label="Надпись"
        value={label}
        error={problem}
        data-autofocus
        onChange={({ currentTarget }) => setLabel(currentTarget.value)}
      />
      <AddressField {...field} />
    </TextForm>
  );
}

const KNOWN =
  'Страница VK\u00a0Видео, Rutube, YouTube, Дзена или Одноклассников, запись ВКонтакте или Telegram, трек, альбом или плейлист Яндекс\u00a0Музыки';
const UNKNOWN = `Такого адреса сайт не\u00a0знает. Нужна страница самого видео или записи, а\u00a0другой адрес вставьте ссылкой.`;

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
      <AddressField {...field} description={KNOWN} data-autofocus />
    </TextForm>
  );
}

import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { embedAt, sourceOf } from '../../../../../model/embeds/embeds.ts';
import { putButton } from '../body/blocks/button.ts';
import { putEmbed } from '../body/blocks/embed/commands.ts';
import { around } from '../body/blocks/put-block.ts';
import { toLink } from '../body/links.ts';
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
  typograf: TypografDialog,
  button: ButtonDialog,
  embed: EmbedDialog,
};

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

import { useState } from 'react';
import { embedAt, sourceOf } from '../../../../../model/embeds/embeds.ts';
import { putEmbed } from '../body/blocks/embed/commands.ts';
import type { TextDialogProps } from './link-dialog.tsx';
import { AddressField, TextForm } from './text-form.tsx';

const KNOWN =
  'Страница VK\u00a0Видео, Rutube, YouTube, Дзена или Одноклассников, запись ВКонтакте или Telegram, трек, альбом или плейлист Яндекс\u00a0Музыки';
const UNKNOWN = `Такого адреса сайт не\u00a0знает. Нужна страница самого видео или записи, а\u00a0другой адрес вставьте ссылкой.`;

export function EmbedDialog({ editor, onClose }: TextDialogProps) {
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState('');
  const submit = () => {
    const embed = embedAt(sourceOf(address) ?? address);
    if (!embed) return setProblem(address.trim() ? UNKNOWN : 'Вставьте адрес видео или записи.');
    onClose();
    putEmbed(editor.view, embed);
  };
  return (
    <TextForm title="Видео или запись" submit="Вставить" onSubmit={submit} onClose={onClose}>
      <AddressField
        value={address}
        problem={problem}
        description={KNOWN}
        isFirst
        onChange={(value) => {
          setAddress(value);
          setProblem('');
        }}
      />
    </TextForm>
  );
}

import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { embedAt, sourceOf } from '../../../../../model/embeds/embeds.ts';
import { Dialog, DialogButtons } from '../../../../ui/admin/dialog.tsx';
import { putEmbed } from '../body/blocks/embed/commands.ts';
import type { TextDialogProps } from './link-dialog.tsx';

const KNOWN =
  'Страница VK\u00a0Видео, Rutube, YouTube, Дзена или Одноклассников, запись ВКонтакте или Telegram, трек, альбом или плейлист Яндекс\u00a0Музыки';
const UNKNOWN = `Такого адреса сайт не\u00a0знает. Нужна страница самого видео или записи, а\u00a0другой адрес вставьте ссылкой.`;

export function EmbedDialog({ editor, onClose }: TextDialogProps) {
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React events bubble through portals to the article's form.
    event.stopPropagation();
    const embed = embedAt(sourceOf(address) ?? address);
    if (!embed) return setProblem(address.trim() ? UNKNOWN : 'Вставьте адрес видео или записи.');
    onClose();
    putEmbed(editor.view, embed);
  };
  return (
    <Dialog title="Видео или запись" onClose={onClose}>
      <form onSubmit={submit} noValidate style={{ display: 'grid', gap: '1rem' }}>
        <TextInput
          label="Адрес"
          description={KNOWN}
          value={address}
          error={problem}
          inputMode="url"
          autoComplete="off"
          data-autofocus
          onChange={({ currentTarget }) => {
            setAddress(currentTarget.value);
            setProblem('');
          }}
        />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Отмена
          </Button>
          <Button type="submit">Вставить</Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

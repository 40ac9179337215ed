import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Dialog, DialogButtons } from '../../../../ui/admin/dialog.tsx';
import { putButton } from '../body/blocks/button.ts';
import { around } from '../body/blocks/put-block.ts';
import { toLink } from '../body/links.ts';
import type { TextDialogProps } from './link-dialog.tsx';

export function ButtonDialog({ editor, onClose }: TextDialogProps) {
  const found = useState(() => around(editor.state, 'button')?.node)[0];
  const [label, setLabel] = useState(found?.textContent ?? '');
  const [address, setAddress] = useState<string>(found?.attrs.href ?? '');
  const [problems, setProblems] = useState<{ label?: string; address?: string }>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React events bubble through portals to the article's form.
    event.stopPropagation();
    const href = toLink(address);
    const wrong = {
      ...(label.trim() === '' && { label: 'Напишите, что на кнопке.' }),
      ...(!href && { address: 'Нужен адрес сайта, почты или телефон: https://…, mailto:…, tel:…, sms:…' }),
    };
    setProblems(wrong);
    if (!href || wrong.label) return;
    onClose();
    putButton(editor, label.trim(), href);
  };
  return (
    <Dialog title={found ? 'Изменить кнопку' : 'Новая кнопка'} onClose={onClose}>
      <form onSubmit={submit} noValidate style={{ display: 'grid', gap: '1rem' }}>
        <TextInput
          label="Надпись"
          value={label}
          error={problems.label}
          data-autofocus
          onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        />
        <TextInput
          label="Адрес"
          description="Сайт, почта или телефон. Страница этого сайта — с косой черты: /vote"
          value={address}
          error={problems.address}
          inputMode="url"
          autoComplete="off"
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Отмена
          </Button>
          <Button type="submit">Готово</Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { putButton } from '../body/blocks/button.ts';
import { around } from '../body/blocks/put-block.ts';
import { toLink } from '../body/links.ts';
import type { TextDialogProps } from './link-dialog.tsx';
import { AddressField, NO_ADDRESS, TextForm } from './text-form.tsx';

export function ButtonDialog({ editor, onClose }: TextDialogProps) {
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

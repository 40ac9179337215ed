import { TextInput, type TextInputProps } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { type ReactNode, useState } from 'react';
import { Dialog, FormButtons } from '../../../../ui/admin/dialog.tsx';

export interface TextDialogProps {
  editor: Editor;
  onClose: () => void;
}

interface TextFormProps {
  title: string;
  submit: string;
  onSubmit: () => void;
  onClose: () => void;
  isQuiet?: boolean;
  /** Buttons before the usual two. */
  buttons?: ReactNode;
  children: ReactNode;
}

export function TextForm({ title, submit, onSubmit, onClose, isQuiet, buttons, children }: TextFormProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // React events bubble through portals to the article's form.
          event.stopPropagation();
          onSubmit();
        }}
        noValidate
      >
        {children}
        <FormButtons submit={submit} isQuiet={isQuiet} onCancel={onClose}>
          {buttons}
        </FormButtons>
      </form>
    </Dialog>
  );
}

export const NO_ADDRESS = 'Нужен адрес сайта, почты или телефон: https://…, mailto:…, tel:…, sms:…';

/** An address, and why it was refused until it is changed. */
export function useAddress(before = '') {
  const [address, setAddress] = useState(before);
  const [error, refuse] = useState('');
  const onChange = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    setAddress(currentTarget.value);
    refuse('');
  };
  return { address, refuse, field: { value: address, error, onChange } };
}

export function AddressField(props: TextInputProps) {
  return (
    <TextInput
      label="Адрес"
      description="Сайт, почта или телефон. Страница этого сайта — с косой черты: /vote"
      inputMode="url"
      autoComplete="off"
      {...props}
    />
  );
}

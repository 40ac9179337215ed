import { TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { type ReactNode, useState } from 'react';
import { Dialog, FormButtons } from '../../../../ui/admin/dialog.tsx';

export interface TextDialogProps {
  editor: Editor;
  onClose: () => void;
}

interface TextFormProps {
  title: string;
  /** Word of the button that submits. */
  submit: string;
  onSubmit: () => void;
  onClose: () => void;
  isQuiet?: boolean;
  /** Buttons before the usual two. */
  buttons?: ReactNode;
  children: ReactNode;
}

/** Dialog with a form that changes the text. */
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
  const [problem, refuse] = useState('');
  const onChange = (typed: string) => {
    setAddress(typed);
    refuse('');
  };
  return { address, refuse, field: { value: address, problem, onChange } };
}

interface AddressFieldProps {
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
  label?: string;
  description?: string;
  isFirst?: boolean;
}

export function AddressField({
  value,
  problem,
  onChange,
  label = 'Адрес',
  description = 'Сайт, почта или телефон. Страница этого сайта — с косой черты: /vote',
  isFirst,
}: AddressFieldProps) {
  return (
    <TextInput
      label={label}
      description={description}
      value={value}
      error={problem}
      inputMode="url"
      autoComplete="off"
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      {...(isFirst && { 'data-autofocus': true })}
    />
  );
}

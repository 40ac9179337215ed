import { Textarea, TextInput } from '@mantine/core';
import type { FormEvent, KeyboardEventHandler } from 'react';
import { type TextName, textField } from '../../../../../model/articles/fields.ts';
import { tooLong } from '../../../../ui/admin/form/field-props.ts';
import ui from '../../../../ui/admin/patterns.module.css';
import { replaceTyped } from '../body/typing/replacements.ts';
import type { Draft } from '../draft/draft.ts';
import { useField } from '../draft/use-draft.ts';

interface Props {
  draft: Draft;
  errors: Record<string, string>;
  name: TextName;
  description: string;
  isLong?: boolean;
  onKeyDown?: KeyboardEventHandler;
}

export function ArticleTextInput({ draft, errors, name, description, isLong, onKeyDown }: Props) {
  const text = useField(draft, name);
  const { label, max, isUnderTitle } = textField(name);
  const length = text.trim().length;
  const input = {
    ...{ name, label, value: text },
    // The text below begins as high as it can.
    ...(isUnderTitle ? { placeholder: description, variant: 'unstyled' } : { description }),
    error: errors[name] ?? tooLong(text, max),
    onKeyDown,
    onChange: (event: FormEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      replaceTyped(event);
      draft.set({ [name]: event.currentTarget.value });
    },
  };
  return (
    <div className={ui.list} data-under-title={isUnderTitle || undefined}>
      {isLong ? <Textarea autosize minRows={2} {...input} /> : <TextInput {...input} />}
      {isUnderTitle || <p className={ui.note}>{`${length} из ${max}`}</p>}
    </div>
  );
}

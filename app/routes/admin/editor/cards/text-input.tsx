import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { FormEvent, KeyboardEventHandler } from 'react';
import { type TextName, textField } from '../../../../../model/articles/fields.ts';
import { AGE_MARKS } from '../../../../../model/settings/age-marks.ts';
import { tooLong } from '../../../../ui/admin/form/field-props.ts';
import ui from '../../../../ui/admin/patterns.module.css';
import { Card } from '../../../../ui/admin/screen.tsx';
import { replaceTyped } from '../body/typing/replacements.ts';
import { type CardProps, useField } from '../draft/use-draft.ts';

interface Props extends CardProps {
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

export function ExcerptCard({ draft, errors }: CardProps) {
  const ageMark = useField(draft, 'ageMark');
  return (
    <Card title="Анонс и соцсети">
      <ArticleTextInput
        {...{ draft, errors }}
        name="lead"
        description="Для карточек, поисковиков и соцсетей. Пусто — начало текста"
        isLong
      />
      <ArticleTextInput {...{ draft, errors }} name="socialTitle" description="Пусто — такое же, как у новости" />
      <NativeSelect
        name="ageMark"
        label="Возрастная отметка"
        description="Стоит у даты, если строже отметки сайта"
        data={[{ value: '', label: 'Как у сайта' }, ...AGE_MARKS]}
        value={ageMark}
        error={errors.ageMark}
        onChange={({ currentTarget }) => draft.set({ ageMark: currentTarget.value })}
      />
    </Card>
  );
}

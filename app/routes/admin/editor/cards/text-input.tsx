import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, type KeyboardEventHandler, useState } from 'react';
import { type TextName, textField, UNDER_TITLE } from '../../../../../model/articles/fields.ts';
import { AGE_MARKS } from '../../../../../model/settings/age-marks.ts';
import { tooLong } from '../../../../ui/admin/form/field-props.ts';
import ui from '../../../../ui/admin/patterns.module.css';
import { Card } from '../../../../ui/admin/screen.tsx';
import { replaceTyped } from '../body/typing/replacements.ts';
import type { Draft } from '../draft/draft.ts';
import { type CardProps, useField } from '../draft/use-draft.ts';
import styles from '../screen.module.css';

export function TitleFields({ draft, errors }: CardProps) {
  const under = draft.kind === 'page' ? [] : UNDER_TITLE;
  return (
    <>
      <TitleField draft={draft} error={errors.title} onKeyDown={goToText(draft, under.length === 0)} />
      {under.map((name) => (
        <ArticleTextInput
          key={name}
          {...{ draft, errors, name }}
          description="Необязательно"
          onKeyDown={goToText(draft, true)}
        />
      ))}
    </>
  );
}

/** Enter, and Tab in the last field, skip the toolbar, which precedes the text; Alt+F10 or Shift+Tab in the text lead to it. */
function goToText(draft: Draft, isLast: boolean) {
  return (event: KeyboardEvent) => {
    const { body } = draft;
    if (event.key === 'Enter') body?.focus('start');
    if (!isLast || event.key !== 'Tab' || event.shiftKey || !body) return;
    event.preventDefault();
    body.focus();
  };
}

interface TitleProps {
  draft: Draft;
  error: string | undefined;
  onKeyDown: KeyboardEventHandler;
}

function TitleField({ draft, error, onKeyDown }: TitleProps) {
  const title = useField(draft, 'title');
  const [isNew] = useState(draft.article === null);
  return (
    <Textarea
      name="title"
      autoFocus={isNew}
      data-autofocus={isNew || undefined}
      label="Заголовок"
      placeholder={`О чём ${draft.words.nominative}`}
      withAsterisk
      aria-required
      autosize
      variant="unstyled"
      className={styles.title ?? ''}
      autoComplete="off"
      value={title}
      error={error}
      onKeyDown={onKeyDown}
      onChange={(event) => {
        replaceTyped(event);
        draft.set({ title: event.currentTarget.value.replace(/\s*\n\s*/g, ' ') });
      }}
    />
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

interface Props extends CardProps {
  name: TextName;
  description: string;
  isLong?: boolean;
  onKeyDown?: KeyboardEventHandler;
}

function ArticleTextInput({ draft, errors, name, description, isLong, onKeyDown }: Props) {
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

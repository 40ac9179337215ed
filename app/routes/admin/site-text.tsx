import { Anchor, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { slugify } from '../../../model/text/slug.ts';
import { completeAddress } from '../../ui/admin/fields/web-address.ts';
import { StoredForm } from '../../ui/admin/form/stored-form.tsx';
import { type StoredFormState, useStoredForm } from '../../ui/admin/form/use-stored-form.ts';
import { Icon } from '../../ui/admin/icon.tsx';
import { Empty } from '../../ui/admin/loading/states.tsx';
import { Card, panelHead, Screen } from '../../ui/admin/screen.tsx';
import { AccentField } from './site-text/accent-field.tsx';
import { groups, isNamed, labelOf } from './site-text/labels.ts';
import { LogoField } from './site-text/logo-field.tsx';
import styles from './site-text/site-text.module.css';

type Texts = Record<string, string>;

const LONG_TEXT = 50; // characters; a longer value gets a textarea

const words = {
  notLoaded: (reason: string) => `Ошибка загрузки контента сайта: ${reason}`,
  notSaved: (detail: string) => ({ text: 'Не удалось обновить контент сайта.', detail }),
  saved: 'Контент сайта успешно обновлен!',
};

export const meta = () => panelHead('Тексты сайта');

export default function SiteText() {
  const form = useStoredForm<Texts>('/site-content', completeLinks);
  const [sought, setSought] = useState('');
  return (
    <Screen
      title="Тексты сайта"
      narrow
      lead="Постоянные подписи и тексты страниц. Пустая строка внутри текста начинает новый абзац."
    >
      <TextInput
        type="search"
        label="Найти текст"
        placeholder="Слово, подпись или ключ"
        leftSection={<Icon name="search" />}
        value={sought}
        onChange={(event) => setSought(event.currentTarget.value)}
      />
      <StoredForm form={form} nameOf={labelOf} words={words} rows={6}>
        {(texts) => <Groups form={form} texts={texts} sought={sought.trim().toLowerCase()} />}
      </StoredForm>
    </Screen>
  );
}

function isLink(key: string): boolean {
  return key.startsWith('social_') && isNamed(key);
}

function completeLinks(texts: Texts): Texts {
  const links = Object.entries(texts).filter(([key]) => isLink(key));
  return Object.fromEntries(links.map(([key, text]) => [key, completeAddress(text)]));
}

function Groups({ form, texts, sought }: { form: StoredFormState<Texts>; texts: Texts; sought: string }) {
  const matches = (key: string) => [key, labelOf(key), texts[key]].some((text) => text?.toLowerCase().includes(sought));
  const others = Object.keys(texts).filter((key) => !isNamed(key));
  const shown = [
    ...groups.map((group) => ({ ...group, keys: Object.keys(group.labels) })),
    { title: 'Другие тексты', page: '', keys: others },
  ]
    .map((group) => ({ ...group, keys: group.keys.filter((key) => key in texts && matches(key)) }))
    .filter(({ keys }) => keys.length > 0);
  if (shown.length === 0) return <Empty title="Такого текста нет" />;
  return (
    <>
      {shown.length > 1 && (
        <nav aria-label="Разделы текстов" className={styles.groups}>
          {shown.map(({ title }) => (
            <a key={title} href={`#${idOf(title)}`}>
              {title}
            </a>
          ))}
        </nav>
      )}
      {shown.map(({ title, page, keys }) => (
        <Card key={title} title={title} id={idOf(title)}>
          {keys.map((key) => (
            <Field key={key} form={form} name={key} stored={form.stored?.[key] ?? ''} />
          ))}
          {page && (
            <Anchor href={page} target="_blank" size="sm">
              Открыть страницу
            </Anchor>
          )}
        </Card>
      ))}
    </>
  );
}

function idOf(title: string): string {
  return `texts-${slugify(title)}`;
}

/** Rows follow the stored value: a size change while typing would be disturbing. */
function Field({ form, name, stored }: { form: StoredFormState<Texts>; name: string; stored: string }) {
  const props = {
    ...form.text(name),
    label: labelOf(name),
    description: (
      <Text span size="sm" ff="monospace">
        {name}
      </Text>
    ),
    inputWrapperOrder: ['label', 'input', 'description', 'error'] satisfies (
      | 'label'
      | 'input'
      | 'description'
      | 'error'
    )[],
  };
  if (name === 'accent_color') return <AccentField {...props} onPick={(colour) => form.set(name, colour)} />;
  if (name === 'logo_image')
    return (
      <LogoField
        {...props}
        placeholder="Нет: в шапке стоит текст логотипа"
        done="Логотип загружен. Сохраните тексты, чтобы он появился на сайте."
        note="Лучше всего PNG или WebP с прозрачным фоном, видный и на светлом, и на тёмном. В шапке он высотой 36 точек; кто его не видит, услышит название сайта."
        onPick={(url) => form.set(name, url)}
      />
    );
  if (isLink(name))
    return (
      <TextInput
        {...props}
        description={<>Пусто — ссылки в подвале не будет · {props.description}</>}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
      />
    );
  const isLong = stored.length > LONG_TEXT || stored.includes('\n');
  return isLong ? <Textarea {...props} autosize minRows={2} maxRows={16} /> : <TextInput {...props} />;
}

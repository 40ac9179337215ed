import { Button, TextInput, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { slugify } from '../../../../model/text/slug.ts';
import { Dialog } from '../../../ui/admin/dialog.tsx';
import { completeAddress } from '../../../ui/admin/fields/web-address.ts';
import { changedKeys } from '../../../ui/admin/form/field-props.ts';
import { StoredForm } from '../../../ui/admin/form/stored-form.tsx';
import { type StoredFormState, useStoredForm } from '../../../ui/admin/form/use-stored-form.ts';
import { Icon } from '../../../ui/admin/icon.tsx';
import { Empty } from '../../../ui/admin/loading/states.tsx';
import ui from '../../../ui/admin/patterns.module.css';
import { Card, panelHead, Screen } from '../../../ui/admin/screen.tsx';
import { groups, isLink, isNamed, labelOf, NAMES } from './site-text/labels.ts';
import { Place } from './site-text/place.tsx';
import { TextField, type Texts } from './site-text/text-field.tsx';

const words = {
  notLoaded: (reason: string) => `Ошибка загрузки контента сайта: ${reason}`,
  notSaved: (detail: string) => ({ text: 'Не удалось обновить контент сайта.', detail }),
  saved: 'Контент сайта успешно обновлен!',
};

/** Enough for the form and a page at the width of a phone. */
const BESIDE = '(min-width: 80em)';
const BESIDE_FORM = { position: 'sticky', top: '1rem', height: 'calc(100vh - 2rem)' } as const;

export const meta = () => panelHead('Тексты сайта');

export default function SiteText() {
  const form = useStoredForm<Texts>('/site-content', completeLinks);
  const [sought, setSought] = useState('');
  const [shown, setShown] = useState('hero_title');
  const [isOpen, setOpen] = useState(false);
  const found = groupsWith(form.values ?? {}, sought.trim().toLowerCase());
  const isBeside = useMediaQuery(BESIDE);
  const close = () => setOpen(false);
  const place = form.values && form.stored && (
    <Place name={shown} texts={changesWith(shown, form.values, form.stored)} stored={form.stored[shown] ?? ''} />
  );
  const open = (names: string[]) => {
    setShown(names.includes(shown) ? shown : (names[0] ?? shown));
    setOpen(true);
  };
  return (
    <Screen
      title="Тексты сайта"
      lead="Постоянные подписи и тексты страниц. Пустая строка внутри текста начинает новый абзац."
    >
      <div
        className={ui.pair}
        style={{ gap: '1.5rem', gridTemplateColumns: isBeside ? 'minmax(0, 1fr) 24.5rem' : 'minmax(0, 48rem)' }}
      >
        <div className={ui.cards}>
          <TextInput
            type="search"
            label="Найти текст"
            placeholder="Слово или подпись"
            leftSection={<Icon name="search" />}
            value={sought}
            onChange={(event) => setSought(event.currentTarget.value)}
          />
          <StoredForm form={form} names={NAMES} words={words} rows={6} isBlank={found.length === 0}>
            {() => <Groups form={form} shown={found} onFocus={setShown} onOpen={isBeside ? undefined : open} />}
          </StoredForm>
        </div>
        {isBeside && (
          <aside style={BESIDE_FORM} aria-label="Текст на странице">
            {place}
          </aside>
        )}
      </div>
      {isOpen && !isBeside && (
        <Dialog title="Текст на странице" full onClose={close}>
          {place}
        </Dialog>
      )}
    </Screen>
  );
}

/** Unsaved texts, and the shown one. Half-typed links would be refused. */
function changesWith(shown: string, texts: Texts, stored: Texts): Texts {
  const changed = changedKeys(stored, texts).filter((key) => !isLink(key));
  return Object.fromEntries([...new Set([...changed, shown])].map((key) => [key, texts[key] ?? '']));
}

function completeLinks(texts: Texts): Texts {
  const links = Object.entries(texts).filter(([key]) => isLink(key));
  return Object.fromEntries(links.map(([key, text]) => [key, completeAddress(text)]));
}

interface GroupsProps {
  form: StoredFormState<Texts>;
  shown: ReturnType<typeof groupsWith>;
  onFocus: (name: string) => void;
  onOpen: ((names: string[]) => void) | undefined; // Where the page does not stand beside the form
}

function groupsWith(texts: Texts, sought: string) {
  const matches = (key: string) => [key, labelOf(key), texts[key]].some((text) => text?.toLowerCase().includes(sought));
  const others = Object.keys(texts).filter((key) => !isNamed(key));
  return [
    ...groups.map(({ title, labels }) => ({ title, keys: Object.keys(labels) })),
    { title: 'Другие тексты', keys: others },
  ]
    .map(({ title, keys }) => {
      const isMeant = title.toLowerCase().includes(sought);
      return { title, keys: keys.filter((key) => key in texts && (isMeant || matches(key))) };
    })
    .filter(({ keys }) => keys.length > 0);
}

function Groups({ form, shown, onFocus, onOpen }: GroupsProps) {
  if (shown.length === 0) return <Empty title="Такого текста нет" />;
  return (
    <>
      {shown.length > 1 && (
        <nav aria-label="Разделы текстов" className={ui.views}>
          {shown.map(({ title }) => (
            <a key={title} href={`#${idOf(title)}`}>
              {title}
            </a>
          ))}
        </nav>
      )}
      {shown.map(({ title, keys }) => (
        <Card key={title} id={idOf(title)}>
          <div className={ui.head}>
            <Title order={2} flex={1}>
              {title}
            </Title>
            {onOpen && (
              <Button
                variant="default"
                size="compact-md"
                aria-label={`Показать на странице: ${title}`}
                onClick={() => onOpen(keys)}
              >
                Показать
              </Button>
            )}
          </div>
          {keys.map((key) => (
            <TextField key={key} form={form} name={key} stored={form.stored?.[key] ?? ''} onFocus={onFocus} />
          ))}
        </Card>
      ))}
    </>
  );
}

function idOf(title: string): string {
  return `texts-${slugify(title)}`;
}

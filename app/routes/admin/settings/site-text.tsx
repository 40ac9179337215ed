import { Anchor, Button, Stack, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { slugify } from '../../../../model/text/slug.ts';
import { Dialog } from '../../../ui/admin/dialog.tsx';
import { completeAddress } from '../../../ui/admin/fields/web-address.ts';
import { changedKeys } from '../../../ui/admin/form/field-props.ts';
import { StoredForm } from '../../../ui/admin/form/stored-form.tsx';
import { type StoredFormState, useStoredForm } from '../../../ui/admin/form/use-stored-form.ts';
import { Icon } from '../../../ui/admin/icon.tsx';
import { Empty } from '../../../ui/admin/loading/states.tsx';
import { PageFrame } from '../../../ui/admin/page-frame.tsx';
import ui from '../../../ui/admin/patterns.module.css';
import { Card, panelHead, Screen } from '../../../ui/admin/screen.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { extractError } from '../../../ui/errors/api-error.ts';
import { groups, isLink, isNamed, isShownInOtherForm, labelOf, NAMES, pageOf } from './site-text/labels.ts';
import { TextField, type Texts } from './site-text/text-field.tsx';

const words = {
  notLoaded: (reason: string) => `Ошибка загрузки контента сайта: ${reason}`,
  notSaved: (detail: string) => ({ text: 'Не удалось обновить контент сайта.', detail }),
  saved: 'Контент сайта успешно обновлен!',
};

export const meta = () => panelHead('Тексты сайта');

export default function SiteText() {
  const form = useStoredForm<Texts>('/site-content', completeLinks);
  const [sought, setSought] = useState('');
  const [focused, setFocused] = useState('');
  const [shown, setShown] = useState<string>();
  const found = groupsWith(form.values ?? {}, sought.trim().toLowerCase());
  const show = (names: string[]) => setShown(names.includes(focused) ? focused : names[0]);
  return (
    <Screen
      title="Тексты сайта"
      lead="Постоянные подписи и тексты страниц. Пустая строка внутри текста начинает новый абзац."
    >
      <TextInput
        type="search"
        label="Найти текст"
        placeholder="Слово или подпись"
        leftSection={<Icon name="search" />}
        value={sought}
        onChange={(event) => setSought(event.currentTarget.value)}
      />
      <StoredForm form={form} names={NAMES} words={words} rows={6} isBlank={found.length === 0}>
        {() => <Groups form={form} shown={found} onFocus={setFocused} onShow={show} />}
      </StoredForm>
      {shown && form.values && form.stored && (
        <Dialog title="Текст на странице" full onClose={() => setShown(undefined)}>
          <Place name={shown} texts={changesWith(shown, form.values, form.stored)} />
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

interface GroupsProps {
  form: StoredFormState<Texts>;
  shown: ReturnType<typeof groupsWith>;
  onFocus: (name: string) => void;
  onShow: (names: string[]) => void;
}

function Groups({ form, shown, onFocus, onShow }: GroupsProps) {
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
            <Title order={2}>{title}</Title>
            <Button
              variant="default"
              size="compact-md"
              aria-label={`Показать на странице: ${title}`}
              onClick={() => onShow(keys)}
            >
              Показать
            </Button>
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

/** The page with the values of the form; the text in question is highlighted. */
function Place({ name, texts }: { name: string; texts: Texts }) {
  const { call } = useSession();
  const [isFound, setFound] = useState(true);
  const value = texts[name] ?? '';
  const marked = !isLink(name) && !isShownInOtherForm(name) && value.trim() !== '' ? START + value + END : value;
  const body = { page: pageOf(name), texts: { ...texts, [name]: marked } };
  const page = useQuery({
    queryKey: ['/admin/preview/site-content', body],
    queryFn: ({ signal }) => call<{ html: string }>('POST', '/admin/preview/site-content', { body, signal }),
  });
  return (
    <Stack gap="0.5rem" h="100%">
      <div className={ui.head}>
        <b>{labelOf(name)}</b>
        <Anchor href={pageOf(name)} target="_blank" rel="noopener" size="sm">
          Открыть страницу
        </Anchor>
      </div>
      <p className={ui.note} role="status">
        {page.error ? extractError(page.error) : !isFound && 'Сейчас этого текста на странице нет.'}
      </p>
      <PageFrame
        title={`Страница с текстом «${labelOf(name)}»`}
        html={page.data?.data.html}
        onShown={(shown) => setFound(showPlace(shown, isLink(name) ? value : undefined) || isShownInOtherForm(name))}
      />
    </Stack>
  );
}

/** Private-use characters around the text that is looked for; they never reach the site. */
const START = '\ue000';
const END = '\ue001';

/** Takes the marks out of a previewed page, outlines the place between them or the links to `href`; false if there is none. */
function showPlace(page: Document, href: string | undefined): boolean {
  const places = new Set<Element>();
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    if (!node.data.includes(START) && !node.data.includes(END)) continue;
    if (node.parentElement) places.add(node.parentElement);
    node.data = node.data.replaceAll(START, '').replaceAll(END, '');
  }
  if (href) for (const link of page.querySelectorAll(`a[href="${CSS.escape(href)}"]`)) places.add(link);
  for (const place of places as Set<HTMLElement>) {
    place.style.outline = '3px solid #2f6bff';
    place.style.outlineOffset = '6px';
    place.style.borderRadius = '4px';
  }
  const seen = [...places].find((place) => place.getClientRects().length > 0);
  // `scrollIntoView` would scroll the panel, too.
  const view = page.defaultView;
  if (seen) view?.scrollBy({ top: seen.getBoundingClientRect().top - 0.3 * view.innerHeight, behavior: 'instant' });
  return seen !== undefined;
}

import { Anchor, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PageFrame } from '../../../../ui/admin/page-frame.tsx';
import ui from '../../../../ui/admin/patterns.module.css';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { extractError } from '../../../../ui/errors/api-error.ts';
import { isLink, isLook, labelOf, pageOf, whyNotShown } from './labels.ts';

const DEBOUNCE = 400; // ms

interface Props {
  name: string;
  texts: Record<string, string>; // Changed ones, and the one that is shown
  stored: string;
}

/** The page with the values of the form; the text in question is highlighted. */
export function Place({ name, texts, stored }: Props) {
  const { html, problem } = usePage(name, texts);
  const [isFound, setFound] = useState(true);
  const page = pageOf(name);
  const value = texts[name] ?? '';
  return (
    <Stack gap="0.5rem" h="100%">
      <div className={ui.head}>
        <b>{labelOf(name)}</b>
        <Anchor href={addressOfText(page, stored)} target="_blank" rel="noopener" size="sm">
          Открыть страницу
        </Anchor>
      </div>
      <p className={ui.note} role="status">
        {problem || (isFound ? '' : whyNotShown(name))}
      </p>
      <PageFrame
        title={`Страница с текстом «${labelOf(name)}»`}
        html={html}
        onShown={(shown) => setFound(showPlace(shown, isLink(name) ? value : undefined) || isLook(name))}
      />
    </Stack>
  );
}

function usePage(name: string, texts: Record<string, string>) {
  const { call } = useSession();
  const value = texts[name] ?? '';
  const marked = !isLink(name) && !isLook(name) && value.trim() !== '' ? START + value + END : value;
  const body = JSON.stringify({ page: pageOf(name), texts: { ...texts, [name]: marked } });
  const [settled] = useDebouncedValue(body, DEBOUNCE);
  const { data: html, error } = useQuery({
    queryKey: ['/admin/preview/site-content', settled],
    queryFn: async ({ signal }) => {
      const { data } = await call<{ html: string }>('POST', '/admin/preview/site-content', {
        body: JSON.parse(settled),
        signal,
      });
      return data.html;
    },
    placeholderData: keepPreviousData,
  });
  return { html, problem: error ? extractError(error) : '' };
}

/** Private-use characters around the text that is looked for; they never reach the site. */
const START = '\ue000';
const END = '\ue001';

const FRAGMENT_LENGTH = 60;

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

/** Browsers scroll to the words of a text fragment. */
function addressOfText(page: string, text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  const words = line.length > FRAGMENT_LENGTH ? line.slice(0, line.lastIndexOf(' ', FRAGMENT_LENGTH)) : line;
  if (words === '' || /^(?:https?:|\/|#)/.test(words)) return page;
  return `${page}#:~:text=${encodeURIComponent(words).replaceAll('-', '%2D')}`;
}

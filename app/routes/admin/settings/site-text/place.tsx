import { Anchor, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { PageFrame } from '../../../../ui/admin/page-frame.tsx';
import ui from '../../../../ui/admin/patterns.module.css';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { extractError } from '../../../../ui/errors/api-error.ts';
import { isLink, isLook, labelOf, pageOf, whyNotShown } from './labels.ts';
import { addressOfText, END, START, showPlace } from './marks.ts';

/** Debounce, in ms. */
const AFTER_REST = 400;

interface Props {
  name: string;
  /** Changed ones, and the one that is shown. */
  texts: Record<string, string>;
  /** Stored value of the text. */
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
  const [html, setHtml] = useState<string>();
  const [problem, setProblem] = useState('');
  const value = texts[name] ?? '';
  const marked = !isLink(name) && !isLook(name) && value.trim() !== '' ? START + value + END : value;
  const body = JSON.stringify({ page: pageOf(name), texts: { ...texts, [name]: marked } });
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      call<{ html: string }>('POST', '/admin/preview/site-content', {
        body: JSON.parse(body),
        signal: stop.signal,
      }).then(
        ({ data }) => {
          setHtml(data.html);
          setProblem('');
        },
        (error) => stop.signal.aborted || setProblem(extractError(error)),
      );
    }, AFTER_REST);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [call, body]);
  return { html, problem };
}

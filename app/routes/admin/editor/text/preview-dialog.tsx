import { CloseButton } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Dialog } from '../../../../ui/admin/dialog.tsx';
import { Problem } from '../../../../ui/admin/loading/states.tsx';
import { PageFrame } from '../../../../ui/admin/page-frame.tsx';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { extractError } from '../../../../ui/errors/api-error.ts';
import type { Draft } from '../draft/draft.ts';
import { tagList } from '../draft/fields.ts';

/** Each showing is a page from the server. In ms. */
const DEBOUNCE = 1000;

interface Props {
  draft: Draft;
  onClose: () => void;
}

/** Outside the article's form, as every dialog. */
export function PreviewDialog({ draft, onClose }: Props) {
  return createPortal(
    <Dialog title={`Предпросмотр ${draft.words.genitive}`} full onClose={onClose}>
      <Preview draft={draft} />
    </Dialog>,
    document.body,
  );
}

/** Preview of the unsaved text. Beside the text it follows the typing and keeps its scroll position. */
export function Preview({ draft, onClose }: Pick<Props, 'draft'> & Partial<Props>) {
  const { html, problem } = usePreview(draft);
  const shown = useRef(0);
  const keepPlace = (next: Document) => {
    const view = next.defaultView;
    view?.scrollTo({ top: shown.current, behavior: 'instant' });
    view?.addEventListener('scroll', () => (shown.current = view.scrollY));
  };
  return (
    <>
      {problem && <Problem text={`Предпросмотр не открылся: ${problem}`} />}
      <PageFrame
        title={`Предпросмотр ${draft.words.genitive}`}
        html={html ?? (problem ? '' : undefined)}
        onShown={keepPlace}
      >
        {onClose && <CloseButton ml="auto" size="lg" aria-label="Закрыть" onClick={onClose} />}
      </PageFrame>
    </>
  );
}

function usePreview(draft: Draft) {
  const { call } = useSession();
  const [html, setHtml] = useState<string>();
  const [problem, setProblem] = useState('');
  const stop = useRef(new AbortController());
  const show = () => {
    stop.current.abort();
    stop.current = new AbortController();
    const { signal } = stop.current;
    const { tags, ...fields } = draft.now();
    const body = { kind: draft.kind, ...fields, tags: tagList(tags) };
    call<{ html: string }>('POST', '/admin/preview/article', { body, signal }).then(
      ({ data }) => {
        setProblem('');
        setHtml(data.html);
      },
      (error) => signal.aborted || setProblem(extractError(error)),
    );
  };
  const later = useDebouncedCallback(show, DEBOUNCE);
  const now = useEffectEvent(show);
  useEffect(() => {
    now();
    return draft.subscribe(later);
  }, [draft, later]);
  useEffect(() => () => stop.current.abort(), []);
  return { html, problem };
}

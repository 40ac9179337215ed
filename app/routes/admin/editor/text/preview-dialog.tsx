import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Dialog } from '../../../../ui/admin/dialog.tsx';
import { Problem } from '../../../../ui/admin/loading/states.tsx';
import { PageFrame, scrollTo } from '../../../../ui/admin/page-frame.tsx';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { extractError } from '../../../../ui/errors/api-error.ts';
import type { Draft } from '../draft/draft.ts';
import { tagList } from '../draft/fields.ts';

const BELOW_HEADER = 0.14;

const PARTS = [
  ['main', 'Новость'],
  ['card', 'Карточка'],
  ['social', 'В соцсетях'],
] as const;

/** What is typed now; nothing is saved. */
export function PreviewDialog({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const { call } = useSession();
  const [html, setHtml] = useState<string>();
  const [problem, setProblem] = useState('');
  const page = useRef<Document>(null);
  useEffect(() => {
    const stop = new AbortController();
    const { tags, ...fields } = draft.now();
    const body = { kind: draft.kind, ...fields, tags: tagList(tags) };
    call<{ html: string }>('POST', '/admin/preview/article', { body, signal: stop.signal }).then(
      ({ data }) => setHtml(data.html),
      (error) => stop.signal.aborted || setProblem(extractError(error)),
    );
    return () => stop.abort();
  }, [call, draft]);
  return (
    <Dialog title={`Так ${draft.words.accusative} увидят читатели`} full onClose={onClose}>
      {problem && <Problem text={`Предпросмотр не открылся: ${problem}`} />}
      <PageFrame title={`Предпросмотр ${draft.words.genitive}`} html={html} onShown={(shown) => (page.current = shown)}>
        {(draft.kind === 'page' ? [] : PARTS).map(([id, label]) => (
          <Button
            key={id}
            variant="default"
            size="sm"
            onClick={() => {
              const part = page.current?.getElementById(id);
              if (part) scrollTo(part, BELOW_HEADER);
            }}
          >
            {label}
          </Button>
        ))}
        <Button size="sm" ml="auto" onClick={onClose} data-autofocus>
          Закрыть
        </Button>
      </PageFrame>
    </Dialog>
  );
}

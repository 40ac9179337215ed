import { Input, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { notifyError } from '../../../../ui/admin/notices.ts';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { extractError } from '../../../../ui/errors/api-error.ts';
import { Body } from '../body/body.ts';
import { type Lost, namesOfLost } from '../body/paste/clean.ts';
import { blockMenu, closeBlockMenu } from '../body/typing/block-menu.ts';
import { Replacements, shortcuts } from '../body/typing/replacements.ts';
import type { UploadsOptions } from '../body/uploads/editor-uploads.ts';
import type { Draft } from '../draft/draft.ts';
import { Toolbar } from '../toolbar/toolbar.tsx';
import type { Opens, Tool } from '../toolbar/tools.ts';
import { BlockHandle } from './block-handle.tsx';
import { BlockMenu } from './block-menu.tsx';
import '../../../public/article/body.css?panel';
import '../../../public/article/lists.css?panel';
import '../../../public/article/code.css?panel';
import '../../../public/article/blocks/text.css?panel';
import '../../../public/article/blocks/table.css?panel';
import './body.css';
import { DIALOGS } from './dialogs.tsx';
import { FoldButtons } from './fold-buttons.tsx';

interface Props {
  draft: Draft;
  error: string | undefined;
  onUploads: UploadsOptions['onCount'];
  isPreviewed: boolean;
  onPreview: () => void;
}

const LABEL = 'body-label';
const HINT = 'body-hint';
const FIELD = 'body-field';

/** React renders around the editor, never in it. */
export function BodyField({ draft, error, onUploads, isPreviewed, onPreview }: Props) {
  const [open, setOpen] = useState<Opens>();
  const { host, editor } = useBody(draft, onUploads, setOpen);
  const Dialog = open && DIALOGS[open];
  return (
    <Stack gap="0.375rem">
      <VisuallyHidden id={LABEL}>Текст</VisuallyHidden>
      <div id={FIELD} style={{ borderRadius: '0.75rem', ...(error && { outline: '2px solid var(--bad)' }) }}>
        <Toolbar editor={editor} onOpen={setOpen} controls={FIELD}>
          <FoldButtons isPreviewed={isPreviewed} onPreview={onPreview} />
        </Toolbar>
        <div style={{ position: 'relative', containerType: 'inline-size' }}>
          <div ref={host} />
          {editor && <BlockMenu editor={editor} onChoose={(kind) => choose(editor, kind, setOpen)} />}
          {editor && <BlockHandle editor={editor} />}
        </div>
      </div>
      <Text id={HINT} size="sm" c="dimmed" px="var(--margin)">
        Косая черта в пустом абзаце — выбор блока. Alt+F10 — к кнопкам оформления. В списке Tab меняет уровень; Escape,
        затем Tab — выход из текста.
      </Text>
      {error && <Input.Error size="md">{error}</Input.Error>}
      {Dialog &&
        editor &&
        createPortal(
          // In `body`: outside the article's form. `flushSync`: the next key is typed into the text.
          <Dialog editor={editor} onClose={() => flushSync(() => setOpen(undefined))} />,
          document.body,
        )}
    </Stack>
  );
}

function useBody(draft: Draft, onCount: Props['onUploads'], setOpen: (what: Opens) => void) {
  const host = useRef<HTMLDivElement>(null);
  const session = useSession();
  const [body, setBody] = useState<Body>();
  const upload = useEffectEvent(session.upload);
  const uploadFile = useEffectEvent(session.uploadFile);

  useEffect(() => {
    if (!host.current) return;
    const element = host.current;
    const made = new Body({
      element,
      html: draft.now().content,
      labelledBy: LABEL,
      describedBy: HINT,
      uploads: {
        ...{ upload, uploadFile, onCount },
        onFailure: (reason, isFile) =>
          notifyError(`Ошибка загрузки ${isFile ? 'файла' : 'изображения'}: ${extractError(reason)}`),
      },
      keys: [blockMenu((kind) => choose(made.editor, kind, setOpen)), Replacements, shortcuts(setOpen)],
      onChange: draft.touch,
      pasteReport: {
        onLost: (lost) => notifyError(`Не всё вставилось: ${namesOfLost(lost)}.${adviceOn(lost)}`),
        onPlainOnly: () => notifyError('Вставился только текст: оформление прочитать не удалось.'),
      },
    });
    const leave = draft.join(made);
    setBody(made);
    return () => {
      leave();
      made.destroy();
    };
  }, [draft, onCount, setOpen]);
  return { host, editor: body?.editor };
}

function choose(editor: Editor, { opens, run }: Tool, open: (what: Opens) => void): void {
  closeBlockMenu(editor.view, true);
  if (opens) open(opens);
  else run?.(editor);
}

function adviceOn(lost: readonly Lost[]): string {
  const pictures = lost.find(({ what }) => what === 'картинка');
  if (!pictures) return '';
  return pictures.count === 1
    ? ' Картинка не передаётся через буфер: сохраните её файлом и перетащите сюда.'
    : ' Картинки не передаются через буфер: сохраните их файлами и перетащите сюда.';
}

import type { Editor } from '@tiptap/core';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { tellProblem } from '../../../../ui/admin/notices.ts';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { extractError } from '../../../../ui/errors/api-error.ts';
import { Body } from '../body/body.ts';
import { type Lost, namesOfLost } from '../body/paste/lost.ts';
import type { Draft } from '../draft/draft.ts';
import { shortcuts } from '../toolbar/shortcuts.ts';
import { Toolbar } from '../toolbar/toolbar.tsx';
import type { Opens } from '../toolbar/tools.ts';
import './body-text.css';
import styles from './body-field.module.css';
import { ImageDialog } from './image-dialog.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { TextLength } from './text-length.tsx';
import { TypografDialog } from './typograf-dialog.tsx';

interface Props {
  draft: Draft;
  error: string | undefined;
  /** `failed`: failed uploads with a placeholder in the text. */
  onUploads: (running: number, failed: number) => void;
}

const LABEL = 'body-label';
const HINT = 'body-hint';
const FIELD = 'body-field';

/** React renders around the editor, never in it. */
export function BodyField({ draft, error, onUploads }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const { upload } = useSession();
  const [body, setBody] = useState<Body>();
  const [open, setOpen] = useState<Opens>();
  const latest = useRef({ onUploads, upload });
  latest.current = { onUploads, upload };

  useEffect(() => {
    if (!host.current) return;
    const element = host.current;
    const made = new Body({
      element,
      html: draft.now().content,
      labelledBy: LABEL,
      describedBy: HINT,
      uploads: {
        upload: (file, options) => latest.current.upload(file, options),
        onCount: (running, failed) => latest.current.onUploads(running, failed),
        onFailure: (reason) => tellProblem(`Ошибка загрузки изображения: ${extractError(reason)}`),
      },
      keys: [
        shortcuts({
          open: setOpen,
          toToolbar: () =>
            element.parentElement?.querySelector<HTMLElement>('[role="toolbar"] [tabindex="0"]')?.focus(),
        }),
      ],
      onChange: draft.touch,
      pasteReport: {
        onLost: (lost) => tellProblem(`Не всё вставилось: ${namesOfLost(lost)}.${adviceOn(lost)}`),
        onPlainOnly: () => tellProblem('Вставился только текст: оформление прочитать не удалось.'),
      },
    });
    const leave = draft.join(made);
    setBody(made);
    return () => {
      leave();
      made.destroy();
    };
  }, [draft]);

  const editor = body?.editor;
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <span id={LABEL} className={styles.label}>
          Текст
        </span>
        <TextLength draft={draft} body={body} />
      </div>
      <div className={styles.frame} id={FIELD} data-error={error ? true : undefined}>
        <Toolbar editor={editor} onOpen={setOpen} controls={FIELD} />
        <div ref={host} />
      </div>
      <p id={HINT} className={styles.hint}>
        Alt+F10 — к кнопкам оформления. В списке Tab меняет уровень; Escape, затем Tab — выход из текста.
      </p>
      {error && <p className={styles.error}>{error}</p>}
      {open &&
        editor &&
        createPortal(<OpenDialog what={open} editor={editor} onClose={() => setOpen(undefined)} />, document.body)}
    </div>
  );
}

function adviceOn(lost: readonly Lost[]): string {
  const pictures = lost.find(({ what }) => what === 'картинка');
  if (!pictures) return '';
  return pictures.count === 1 ? ' Картинку перетащите в текст файлом.' : ' Картинки перетащите в текст файлами.';
}

/** Outside the article's form: forms cannot be nested. */
function OpenDialog({ what, editor, onClose }: { what: Opens; editor: Editor; onClose: () => void }) {
  if (what === 'link') return <LinkDialog editor={editor} onClose={onClose} />;
  if (what === 'picture') return <ImageDialog editor={editor} onClose={onClose} />;
  if (what === 'keys') return <KeysDialog onClose={onClose} />;
  return <TypografDialog editor={editor} onClose={onClose} />;
}

import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { tellProblem } from '../../../../ui/admin/notices.ts';
import { plural } from '../../../../ui/admin/plural.ts';
import { useSession } from '../../../../ui/admin/session.tsx';
import { extractError } from '../../../../ui/api-error.ts';
import { Body } from '../body/body.ts';
import type { Draft } from '../draft/draft.ts';
import { shortcuts } from '../toolbar/shortcuts.ts';
import { Toolbar } from '../toolbar/toolbar.tsx';
import type { Opens } from '../toolbar/tools.ts';
import './body-text.css';
import styles from './body-field.module.css';
import { KeysDialog } from './keys-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import { TextLength } from './text-length.tsx';

const TypografDialog = lazy(() => import('./typograf-dialog.tsx'));

interface Props {
  draft: Draft;
  error: string | undefined;
  /** Save and stay. */
  onSave: () => void;
  /** Pictures on their way, and pictures that failed and still have a place in the text. */
  onUploads: (running: number, failed: number) => void;
}

const LABEL = 'body-label';
const HINT = 'body-hint';
const FIELD = 'body-field';

/** The text of the article with its toolbar. React renders around it, never in it. */
export function BodyField({ draft, error, onSave, onUploads }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const { upload } = useSession();
  const [body, setBody] = useState<Body>();
  const [open, setOpen] = useState<Opens>();
  const latest = useRef({ onSave, onUploads, upload });
  latest.current = { onSave, onUploads, upload };

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
          save: () => latest.current.onSave(),
          toToolbar: () => element.parentElement?.querySelector<HTMLElement>('[role="toolbar"] [tabindex="0"]')?.focus(),
        }),
      ],
      onChange: draft.touch,
      onLostPictures: (count) =>
        tellProblem(`${plural(count, 'Картинка не вставилась', 'картинки не вставились', 'картинок не вставилось')}: перетащите их в текст файлами.`),
    });
    const leave = draft.join(made);
    setBody(made);
    return () => {
      leave();
      made.destroy();
    };
  }, [draft]);

  const close = () => setOpen(undefined);
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
      {editor && open === 'link' && <LinkDialog editor={editor} onClose={close} />}
      {editor && open === 'picture' && <PictureDialog editor={editor} onClose={close} />}
      {open === 'keys' && <KeysDialog onClose={close} />}
      {editor && open === 'typograf' && (
        <Suspense>
          <TypografDialog editor={editor} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}

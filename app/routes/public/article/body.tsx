import { useEffect, useRef, useState } from 'react';
import figures from '../../../gallery/figures.css?url';
import styles from '../page.module.css';
import embeds from './blocks/embeds.css?url';
import code from './code.css?url';
import type { ShownStory } from './story.server.ts';
import './body.css';
import './lists.css';
import './blocks/attachment.css';
import './blocks/table.css';
import './blocks/text.css';

interface Props {
  slug: string;
  html: string;
  className: string;
  hasEmbeds: boolean | undefined;
}

export function Body({ slug, html, className, hasEmbeds }: Props) {
  return (
    <>
      {/<figure class="(?:image|gallery)/.test(html) && <Figures />}
      {/<(?:pre|code)\b/.test(html) && <link rel="stylesheet" href={code} precedence="code" />}
      {hasEmbeds ? (
        <BodyWithEmbeds key={slug} className={className} html={html} />
      ) : (
        <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
      )}
    </>
  );
}

/** A document rather than news: no date, no cover, nothing to share. */
export function PageStory({ page: { slug, title, marked = title, html, notes, hasEmbeds } }: { page: ShownStory }) {
  return (
    <article className={`page ${styles.page}`}>
      <h1>{marked}</h1>
      <Body slug={slug} className="article-body" html={html} hasEmbeds={hasEmbeds} />
      {notes && (
        <ul className={`quiet ${styles.notes}`}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </article>
  );
}

function Figures() {
  useEffect(() => {
    document.addEventListener('click', openPicture);
    return () => document.removeEventListener('click', openPicture);
  }, []);
  return <link rel="stylesheet" href={figures} precedence="figures" />;
}

/** A click with a modifier key, as for a new tab, is left to the browser. */
function openPicture(event: MouseEvent): void {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('.gallery > .image > a') : null;
  if (!link || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
  event.preventDefault();
  import('../../../gallery/viewer.ts').then(
    ({ openViewer }) => openViewer(link),
    () => location.assign(link.href),
  );
}

/** Keyed by its article. React never updates `html`: that would reload players. */
function BodyWithEmbeds({ className, html }: Pick<Props, 'className' | 'html'>) {
  const [first] = useState(html);
  const shown = useRef(html);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    import('./blocks/frames.ts').then(
      ({ replaceText, wakeEmbeds }) => {
        if (body.current && shown.current !== html) replaceText(body.current, html);
        shown.current = html;
        wakeEmbeds();
      },
      () => {
        if (body.current && shown.current !== html) body.current.innerHTML = html;
        shown.current = html;
      },
    );
  }, [html]);
  return (
    <>
      <link rel="stylesheet" href={embeds} precedence="body" />
      <div ref={body} className={className} dangerouslySetInnerHTML={{ __html: first }} />
    </>
  );
}

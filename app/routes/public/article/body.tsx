import { useEffect } from 'react';
import figures from '../../../gallery/figures.css?url';
import { BodyWithEmbeds } from './blocks/embeds.tsx';
import code from './code.css?url';

interface Props {
  slug: string;
  html: string;
  className: string;
  hasEmbeds: boolean | undefined;
}

/** Text of an article or page, with what only some texts need. */
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

function Figures() {
  useEffect(() => {
    document.addEventListener('click', openPicture);
    return () => document.removeEventListener('click', openPicture);
  }, []);
  return <link rel="stylesheet" href={figures} precedence="figures" />;
}

/** A click with a key held, as for a new tab, is left to the browser. */
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

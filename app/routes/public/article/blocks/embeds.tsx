import { useEffect, useRef, useState } from 'react';
import sheet from './embeds.css?url';

interface Props {
  className: string;
  html: string;
}

/** A text with embeds, keyed by its article. React never changes `html`: that would replace playing players. */
export function BodyWithEmbeds({ className, html }: Props) {
  const [first] = useState(html);
  const shown = useRef(html);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    import('./frames.ts').then(
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
      <link rel="stylesheet" href={sheet} precedence="body" />
      <div ref={body} className={className} dangerouslySetInnerHTML={{ __html: first }} />
    </>
  );
}

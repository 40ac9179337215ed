import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNewestDocument } from '../live/live.ts';
import { PageLink } from '../page-link.tsx';
import { useSite } from '../site.ts';

/** In sessionStorage: id of the message that the visitor has closed. */
const CLOSED_KEY = 'rampa.urgent';

/** The current urgent message, without delay, on paused pages too. It can be closed. */
export function UrgentLine() {
  const place = useRef<HTMLDivElement>(null);
  const loaded = useSite()?.urgent;
  const { id, text, link } = useNewestDocument().parts.urgent ?? loaded ?? {};
  // Undefined before hydration.
  const [closed, setClosed] = useState<string>();
  useEffect(() => setClosed(closedId()), []);
  useTextInPlace(place);
  return (
    <div ref={place} data-urgent role="status">
      {text && closed !== `${id}` && (
        <div key={id}>
          <p>
            {text}{' '}
            {link && (
              <PageLink to={link} reloadDocument rel="noopener" target={link[0] === '/' ? undefined : '_blank'}>
                Подробнее
              </PageLink>
            )}
          </p>
          {closed !== undefined && (
            <button
              type="button"
              aria-label="Закрыть сообщение"
              onClick={() => {
                setClosed(closedId(`${id}`));
                document.querySelector('main')?.focus({ preventScroll: true });
              }}
            >
              ×
            </button>
          )}
        </div>
      )}
    </div>
  );
}

/** Scrolls by the growth of the header, which is sticky: the line stays in view. */
function useTextInPlace(place: { current: HTMLElement | null }): void {
  const height = () => place.current?.parentElement?.getBoundingClientRect().height ?? 0;
  // While the change is rendered, the document is as it was.
  const before = height();
  useLayoutEffect(() => {
    const top = height() - before;
    if (before && scrollY && top) scrollBy({ top, behavior: 'instant' });
  });
}

/** Stored for this tab if the browser allows it. */
function closedId(id = ''): string {
  try {
    if (id) sessionStorage[CLOSED_KEY] = id;
    return sessionStorage[CLOSED_KEY] ?? '';
  } catch {
    return id;
  }
}

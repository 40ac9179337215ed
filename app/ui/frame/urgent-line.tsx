import { useContext } from 'react';
import { useLocation } from 'react-router';
import { keepView } from '../../../http/view-choices.ts';
import type { Urgent } from '../../../model/settings/urgent.ts';
import { MarkContext } from '../../context.ts';
import { hideClosed, lineHtml } from './urgent-html.ts';
import styles from './urgent-line.module.css';

/** Taken from the document: React leaves it as it is, `live/urgent.ts` changes it. */
const inDocument = import.meta.env.SSR ? '' : (document.querySelector('[data-urgent]')?.innerHTML ?? '');

/** The urgent message, in words that need no script. */
export function UrgentLine({ urgent }: { urgent: Urgent | undefined }) {
  const mark = useContext(MarkContext);
  const { search } = useLocation();
  // Before hydration: a message closed on another page must not flash.
  const html =
    import.meta.env.SSR && urgent
      ? lineHtml(
          { ...urgent, link: urgent.link && keepView(urgent.link, search) },
          `<script nonce="${mark}">${hideClosed(urgent.id)}</script>`,
        )
      : inDocument;
  return (
    <div
      className={styles.place}
      data-urgent
      role="status"
      dangerouslySetInnerHTML={{ __html: html }}
      suppressHydrationWarning
    />
  );
}

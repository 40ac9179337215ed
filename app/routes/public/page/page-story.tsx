import { Body } from '../article/body.tsx';
import type { ShownStory } from '../article/story.server.ts';
import styles from './page-story.module.css';
import '../article/body.css';
import '../article/lists.css';
import '../article/blocks/attachment.css';
import '../article/blocks/table.css';
import '../article/blocks/text.css';

/** A document rather than news: no date, no cover, nothing to share. */
export function PageStory({ page: { slug, title, marked = title, html, notes, hasEmbeds } }: { page: ShownStory }) {
  return (
    <article className={styles.page}>
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

import { Button } from '@mantine/core';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { AdminArticle } from '../../../model/articles/schema.ts';
import { isEditor } from '../../../roles.ts';
import { Empty, Loading, Problem } from '../../ui/admin/loading/states.tsx';
import { useLoaded } from '../../ui/admin/loading/use-loaded.ts';
import { panelHead, Screen } from '../../ui/admin/screen.tsx';
import { useSession } from '../../ui/admin/sign-in/session.tsx';
import { type JournalEntry, leftUnsavedAt, openJournal } from './editor/draft/draft-journal-store.ts';

/** Prefetched with the article; never loaded on the server. */
const loadEditor = () => import('./editor/screen.tsx');
const EditorScreen = lazy(loadEditor);
if (!import.meta.env.SSR) {
  void loadEditor().catch(() => {});
  void openJournal().catch(() => {});
}

export const meta = () => panelHead('Новость');

export default function NewsEditor() {
  const { articleSlug } = useParams();
  const [rescued, setRescued] = useState<JournalEntry>();
  return (
    <Suspense fallback={<Loading rows={5} height={72} />}>
      {articleSlug === undefined || rescued ? (
        <EditorScreen article={null} rescued={rescued} />
      ) : (
        <StoredArticle key={articleSlug} slug={articleSlug} onRescue={setRescued} />
      )}
    </Suspense>
  );
}

function StoredArticle({ slug, onRescue }: { slug: string; onRescue: (entry: JournalEntry) => void }) {
  const { call, role } = useSession();
  const read = useCallback(
    async (signal: AbortSignal) =>
      (await call<AdminArticle>('GET', `/admin/news/${encodeURIComponent(slug)}`, { signal })).data,
    [call, slug],
  );
  const { data: article, problem, reload } = useLoaded(read);
  if (article && article.status !== 'draft' && !isEditor(role)) return <LeftToEditor article={article} />;
  if (article?.title) return <EditorScreen article={article} />;
  return (
    <Screen title="Редактирование новости">
      {article && <Problem text="Получены неверные данные для статьи." onRetry={reload} />}
      {problem && <Problem text={`Ошибка: ${problem}`} onRetry={reload} />}
      {problem && <Rescue slug={slug} onRescue={onRescue} />}
      {!article && !problem && <Loading rows={5} height={72} />}
    </Screen>
  );
}

function LeftToEditor({ article: { slug, title, status } }: { article: AdminArticle }) {
  const isOut = status === 'published';
  return (
    <Screen title="Редактирование новости">
      <Empty title={isOut ? 'Новость опубликована' : 'Новость запланирована'}>
        <p>«{title}» теперь меняет редактор: попросите его, если нужна правка.</p>
        {isOut && (
          <Button component="a" href={`/news/${slug}`} target="_blank" variant="default">
            Открыть на сайте
          </Button>
        )}
        <Button component={Link} to="/admin/news">
          К моим новостям
        </Button>
      </Empty>
    </Screen>
  );
}

/** The article cannot be opened, but the draft journal may have its text. */
function Rescue({ slug, onRescue }: { slug: string; onRescue: (entry: JournalEntry) => void }) {
  const [entries, setEntries] = useState<JournalEntry[]>([]);
  useEffect(() => {
    leftUnsavedAt(slug).then(setEntries, () => {});
  }, [slug]);
  return entries.map((entry) => (
    <div key={entry.key}>
      <p>В этом браузере остался несохранённый текст новости «{entry.fields.title || 'Без заголовка'}».</p>
      <Button onClick={() => onRescue(entry)}>Сделать из него новую новость</Button>
    </div>
  ));
}

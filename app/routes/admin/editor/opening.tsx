import { Button } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, type MetaArgs, useLocation, useParams } from 'react-router';
import { type ArticleKey, capital, KIND_WORDS, type Kind } from '../../../../model/articles/kinds.ts';
import type { AdminArticle } from '../../../../model/articles/schema.ts';
import { quoted } from '../../../../model/text/quoted.ts';
import { isEditor } from '../../../../roles.ts';
import { Empty, Loading, Problem } from '../../../ui/admin/loading/states.tsx';
import { useGet } from '../../../ui/admin/queries.ts';
import { panelHead, Screen } from '../../../ui/admin/screen.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { findUnsaved, type LocalDraftEntry, openLocalDrafts } from './draft/local-draft-store.ts';

/** Prefetched with the article; never loaded on the server. */
const loadEditor = () => import('./screen.tsx');
const EditorScreen = lazy(loadEditor);
if (!import.meta.env.SSR) {
  void loadEditor().catch(() => {});
  void openLocalDrafts().catch(() => {});
}

export const meta = ({ location }: MetaArgs) => panelHead(capital(KIND_WORDS[kindAt(location.pathname)].nominative));

export default function Editor() {
  const { pathname } = useLocation();
  return <Opening key={pathname} kind={kindAt(pathname)} />;
}

function kindAt(pathname: string): Kind {
  return pathname.startsWith('/admin/pages/') ? 'page' : 'article';
}

function Opening({ kind }: { kind: Kind }) {
  const { articleSlug } = useParams();
  const [rescued, setRescued] = useState<LocalDraftEntry>();
  return (
    <Suspense fallback={<Loading rows={5} height={72} />}>
      {articleSlug === undefined || rescued ? (
        <EditorScreen key={rescued?.key} kind={kind} article={null} rescued={rescued} onOpen={setRescued} />
      ) : (
        <StoredArticle key={articleSlug} kind={kind} slug={articleSlug} onRescue={setRescued} />
      )}
    </Suspense>
  );
}

interface RescueProps extends ArticleKey {
  onRescue: (entry: LocalDraftEntry) => void;
}

function StoredArticle({ kind, slug, onRescue }: RescueProps) {
  const { role } = useSession();
  const list = `/admin/${kind === 'page' ? 'pages' : 'news'}`;
  const path = `${list}/${encodeURIComponent(slug)}`;
  // The draft follows newer versions by itself.
  const published = useGet<AdminArticle>(path, { isOnce: true });
  const drafted = useGet<AdminArticle>(published.data?.hasDraft ? `${path}/draft` : null, { isOnce: true });
  const { data: article, problem, isMissing, reload } = published.data?.hasDraft ? drafted : published;
  if (article && article.status !== 'draft' && !isEditor(role)) return <LeftToEditor article={article} />;
  if (article?.title) return <EditorScreen kind={kind} article={article} onOpen={onRescue} />;
  return (
    <Screen title={`Редактирование ${KIND_WORDS[kind].genitive}`}>
      {article && <Problem text="Получены неверные данные для статьи." onRetry={reload} />}
      {problem && !isMissing && <Problem text={`Ошибка: ${problem}`} onRetry={reload} />}
      {isMissing && (
        <Empty title={`Такой ${KIND_WORDS[kind].genitive} нет`}>
          <p>
            Возможно, её удалили: поищите в <Link to={`${list}?view=bin`}>корзине</Link>.
          </p>
          <Button component={Link} to={list}>
            К списку
          </Button>
        </Empty>
      )}
      {problem && <Rescue kind={kind} slug={slug} onRescue={onRescue} />}
      {!article && !problem && <Loading rows={5} height={72} />}
    </Screen>
  );
}

function LeftToEditor({ article: { slug, title, status } }: { article: AdminArticle }) {
  const isOut = status === 'published';
  return (
    <Screen title="Редактирование новости">
      <Empty title={isOut ? 'Новость опубликована' : 'Новость запланирована'}>
        <p>{quoted(title)} теперь меняет редактор: попросите его, если нужна правка.</p>
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

/** The article cannot be opened, but the local draft may have its text. */
function Rescue({ kind, slug, onRescue }: RescueProps) {
  const [entries, setEntries] = useState<LocalDraftEntry[]>([]);
  useEffect(() => {
    findUnsaved(kind, (entry) => entry.slug === slug).then(setEntries, () => {});
  }, [kind, slug]);
  const { genitive, accusative } = KIND_WORDS[kind];
  return entries.map((entry) => (
    <div key={entry.key}>
      <p>
        В этом браузере остался несохранённый текст {genitive} {quoted(entry.fields.title || 'Без заголовка')}.
      </p>
      <Button onClick={() => onRescue(entry)}>Сделать из него новую {accusative}</Button>
    </div>
  ));
}

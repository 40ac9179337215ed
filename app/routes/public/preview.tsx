import { data, type HeadersFunction } from 'react-router';
import { STATUS_WORDS } from '../../../model/articles/kinds.ts';
import { findPreviewedArticle } from '../../../model/articles/previews.ts';
import type { Article } from '../../../model/articles/schema.ts';
import { withoutEmbeds } from '../../../model/embeds/embeds.ts';
import { leadOf, NEWS_EXCERPT } from '../../../model/text/excerpt.ts';
import { type Card, toCards } from '../../cards.server.ts';
import { type Site, siteContext } from '../../context.ts';
import { ArticleCard } from '../../ui/cards/article-card.tsx';
import { Cover } from '../../ui/cards/cover.tsx';
import { failedPage, NotFound } from '../../ui/errors/failure.tsx';
import { unlistedHead } from '../../ui/head.ts';
import { siteOf } from '../../ui/site.ts';
import type { Route } from './+types/preview.ts';
import { PageStory } from './article/body.tsx';
import { type ShownStory, shown } from './article/story.server.ts';
import { BackLink, Story } from './article/story.tsx';
import styles from './preview.module.css';

const ENDED = { title: 'Ссылка для предпросмотра больше не действует', text: 'Попросите у редакции новую.' };
const FAILED = 'Ошибка при загрузке предпросмотра.';
/** The URL is a secret: neither cached nor indexed. */
export const headers: HeadersFunction = () => ({
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
});

export async function loader({ params, context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { unsaved } = site;
  const found = unsaved?.article
    ? { kind: unsaved.kind ?? 'article', article: unsaved.article }
    : await findPreviewedArticle(site.db, params.token);
  if (!found) return data({ problem: ENDED }, { status: 404 });
  const { kind, article } = found;
  const story = await shown(site, article);
  const isPage = kind === 'page';
  if (!unsaved?.poster) return { state: stateOf(article), story, isPage };
  return { story, isPage, card: await cardOf(site, article), poster: pictureOf(unsaved.poster) };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return unlistedHead(siteOf(matches), loaderData && 'story' in loaderData ? loaderData.story.title : 'Предпросмотр');
}

export default function Preview({ loaderData }: Route.ComponentProps) {
  if ('problem' in loaderData) return <NotFound {...loaderData.problem} news={<BackLink />} />;
  const { story, isPage } = loaderData;
  const shown = isPage ? <PageStory page={story} /> : <Story story={story} />;
  if (loaderData.card) return isPage ? shown : <Unsaved {...loaderData} card={loaderData.card} />;
  return (
    <>
      <p className={styles.bar}>
        {`Предпросмотр: так ${isPage ? 'страницу' : 'новость'} увидят читатели `}
        <b>{loaderData.state}</b>
      </p>
      {shown}
    </>
  );
}

interface UnsavedProps {
  story: ShownStory;
  card: Card;
  poster: { src: string; hasCover: boolean };
}

function Unsaved({ story, card, poster }: UnsavedProps) {
  const { title, socialTitle, description } = story;
  return (
    <>
      <Story story={story} />
      <aside className={styles.looks}>
        <section>
          <h2>Карточка в списке новостей</h2>
          <ArticleCard card={card} heading="h3" sizes={undefined} isFirst />
        </section>
        <section>
          <h2>Ссылка в соцсетях и мессенджерах</h2>
          <figure>
            <div className={styles.poster}>
              {poster.hasCover && <Cover slug={story.slug} cover={story.cover} sizes={undefined} />}
              <Cover
                slug={story.slug}
                cover={{ src: poster.src }}
                alt={`Картинка ссылки: ${title}`}
                sizes={undefined}
              />
            </div>
            <figcaption>
              <b>{socialTitle ?? title}</b>
              {description || title}
            </figcaption>
          </figure>
        </section>
      </aside>
    </>
  );
}

export const ErrorBoundary = failedPage('Новости', () => FAILED, <BackLink />);

async function cardOf(site: Site, article: Article): Promise<Card | undefined> {
  const text = article.lead ?? leadOf(withoutEmbeds(article.content), NEWS_EXCERPT + 1);
  const [card] = await toCards(site, [{ ...article, id: 0, text }], NEWS_EXCERPT);
  return card;
}

function pictureOf({ svg, cover }: NonNullable<Site['unsaved']>['poster'] & object) {
  return { src: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`, hasCover: cover !== null };
}

function stateOf({ status, expiresAt }: Article): string {
  return expiresAt !== null && expiresAt <= new Date().toISOString() ? 'срок показа истёк' : STATUS_WORDS[status];
}

import type { Card } from '../../../cards.server.ts';
import { ArticleCard, useViewTransition } from '../../../ui/cards/article-card.tsx';
import { CARD_ON_PHONE, Cover, LEAD_ON_PHONE } from '../../../ui/cards/cover.tsx';
import { Arrow, CopyLink, MenuLink, PageLink } from '../../../ui/page-link.tsx';
import { useSite } from '../../../ui/site.ts';
import { DateText } from '../../../ui/time/time.tsx';
import { Body } from './body.tsx';
import styles from './story.module.css';
import type { Further, ShownStory } from './story.server.ts';

const ALSO_SIZES = `(min-width:40rem) min(33vw,22rem),${CARD_ON_PHONE}`;
const HERO_SIZES = `(min-width:64rem) 64rem,(min-width:48rem) 100vw,${LEAD_ON_PHONE}`;

/** `further`: of public articles only. */
export function Story({ story, further }: { story: ShownStory; further?: Further }) {
  const { slug, title, marked = title, underTitle, date, dateText, cover, coverAlt, html, notes, age, tags } = story;
  const turning = useViewTransition(slug);
  const address = `${useSite()?.origin ?? ''}/news/${slug}`;
  return (
    <article className={styles.article}>
      <div className={turning ? `${styles.hero} ${turning}` : styles.hero}>
        <Cover slug={slug} cover={cover} sizes={HERO_SIZES} alt={coverAlt} isFirst />
      </div>
      <header className={styles.head}>
        <BackLink />
        <hgroup>
          <h1>{marked}</h1>
          {underTitle?.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </hgroup>
        <DateText date={date} text={dateText} age={age} />
        {further && <p className={styles.printed}>{address}</p>}
      </header>
      <Body slug={slug} className="article-body" html={html} hasEmbeds={story.hasEmbeds} />
      <footer className={`stack ${styles.end}`}>
        {notes && (
          <ul className="quiet">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
        {tags.length > 0 && <Tags tags={tags} />}
        {further && <Share address={address} title={title} />}
        {further && <Neighbours {...further} />}
        <BackLink />
      </footer>
      {further && <ReadAlso cards={further.others} />}
    </article>
  );
}

export function BackLink() {
  return (
    <MenuLink to="/news" end className="onward">
      <Arrow isBack />
      Все новости
    </MenuLink>
  );
}

function Tags({ tags }: Pick<ShownStory, 'tags'>) {
  return (
    <ul className="pills" aria-label="Теги">
      {tags.map(({ slug, title }) => (
        <li key={slug}>
          <PageLink to={`/news/tag/${slug}`}>{title}</PageLink>
        </li>
      ))}
    </ul>
  );
}

/** Plain links: no third-party request before a click. */
function Share({ address, title }: { address: string; title: string }) {
  return (
    <section className={styles.share} aria-labelledby="share">
      <h2 id="share">Поделиться</h2>
      <ul className="pills">
        {waysTo(address, title).map(({ name, href }) => (
          <li key={name}>
            <a href={href} target="_blank" rel="noopener">
              {name}
            </a>
          </li>
        ))}
        <li>
          <CopyLink address={address} title={title}>
            Скопировать ссылку
          </CopyLink>
        </li>
      </ul>
    </section>
  );
}

function waysTo(address: string, title: string): { name: string; href: string }[] {
  const [url, text] = [encodeURIComponent(address), encodeURIComponent(title)];
  return [
    { name: 'ВКонтакте', href: `https://vk.com/share.php?url=${url}` },
    { name: 'Telegram', href: `https://t.me/share/url?url=${url}&text=${text}` },
    { name: 'MAX', href: `https://max.ru/:share?text=${text}%0A${url}` },
  ];
}

function Neighbours({ newer, older }: Pick<Further, 'newer' | 'older'>) {
  if (!newer && !older) return null;
  return (
    <nav className={`neighbours ${styles.neighbours}`} aria-label="Соседние новости">
      {older && (
        <MenuLink to={`/news/${older.slug}`} rel="prev">
          <span>Предыдущая новость</span>
          {older.title}
        </MenuLink>
      )}
      {newer && (
        <MenuLink to={`/news/${newer.slug}`} rel="next">
          <span>Следующая новость</span>
          {newer.title}
        </MenuLink>
      )}
    </nav>
  );
}

function ReadAlso({ cards }: { cards: Card[] }) {
  if (cards.length === 0) return null;
  return (
    <section className={styles.also} aria-labelledby="also">
      <h2 id="also">Читайте также</h2>
      <div className={`stack ${styles.cards}`}>
        {cards.map((card) => (
          <ArticleCard key={card.slug} card={card} heading="h3" sizes={ALSO_SIZES} />
        ))}
      </div>
    </section>
  );
}

import { useSite } from '../../../ui/site.ts';
import styles from './share.module.css';

/** Plain links: no third-party request before a click. */
export function Share({ slug, title }: { slug: string; title: string }) {
  const address = `${useSite()?.origin ?? ''}/news/${slug}`;
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
        <li className={styles.copy}>
          <copy-link address={address} share={title}>
            {/* The element names what the device offers, before hydration. */}
            <button type="button" suppressHydrationWarning>
              Скопировать ссылку
            </button>
          </copy-link>
        </li>
      </ul>
      <p className={styles.printed}>{address}</p>
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

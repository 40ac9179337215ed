import type { PartnerGroup } from '../../../model/partners.ts';
import styles from './partners.module.css';

type Shown = PartnerGroup['partners'][number];

/** Logos by group: small in the footer, large on a page. Advertisements have the mark required by law. */
export function Partners({ groups, isLarge }: { groups: PartnerGroup[]; isLarge?: boolean }) {
  if (groups.length === 0) return null;
  return (
    <section
      className={`wrap ${styles.partners} ${isLarge ? styles.large : ''}`}
      aria-label="Партнёры"
      // Removed by the inline script, possibly before hydration.
      data-later=""
      suppressHydrationWarning
    >
      {groups.map(({ name, partners }) => (
        <div key={name} className={styles.group}>
          <h2>{name}</h2>
          <ul className="wrap">
            {partners.map((partner) => (
              <li key={partner.id}>
                <PartnerLink partner={partner} />
                {partner.advertiser && <p className={`quiet ${styles.mark}`}>{markOf(partner)}</p>}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function markOf({ advertiser, erid }: Shown): string {
  const owner = `Реклама. ${advertiser}`.replace(/(?<![.!?…])$/, '.');
  return erid ? `${owner} erid:\u00a0${erid}` : owner;
}

function PartnerLink({ partner: { name, link, logo, advertiser } }: { partner: Shown }) {
  const shown = logo ? (
    <>
      <img
        className="on-paper"
        src={logo.src}
        srcSet={logo.srcset}
        sizes="12rem"
        width={logo.width}
        height={logo.height}
        alt={name}
        loading="lazy"
        decoding="async"
      />
      <span className="picture-words" hidden>
        {name}
      </span>
    </>
  ) : (
    name
  );
  if (!link) return <span className={styles.partner}>{shown}</span>;
  return (
    <a className={styles.partner} href={link} target="_blank" rel={advertiser ? 'noopener sponsored' : 'noopener'}>
      {shown}
    </a>
  );
}

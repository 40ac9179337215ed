import type { PartnerGroup } from '../../../model/partners.ts';
import styles from './partners.module.css';

/** Logos by group: small in the footer, large on a page. Advertisements are marked as the law asks. */
export function Partners({ groups, isLarge }: { groups: PartnerGroup[]; isLarge?: boolean }) {
  if (groups.length === 0) return null;
  return (
    <section className={isLarge ? `${styles.partners} ${styles.large}` : styles.partners} aria-label="Партнёры">
      {groups.map(({ name, partners }) => (
        <div key={name} className={styles.group}>
          <h2>{name || 'Партнёры'}</h2>
          <ul>
            {partners.map((partner) => (
              <li key={partner.id}>
                <PartnerLink partner={partner} />
                {partner.advertiser && (
                  <p className={styles.mark}>
                    Реклама. {partner.advertiser}.{partner.erid && ` erid:\u00a0${partner.erid}`}
                  </p>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function PartnerLink({ partner: { name, link, logo, advertiser } }: { partner: PartnerGroup['partners'][number] }) {
  const shown = logo ? (
    <>
      <img
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

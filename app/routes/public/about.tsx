import { siteContext } from '../../context.ts';
import { Stage } from '../../ui/brand/stage.tsx';
import { failedPage } from '../../ui/errors/failure.tsx';
import { breadcrumbs, headOf, unlistedHead } from '../../ui/head.ts';
import { LinkRow, PageLink } from '../../ui/page-link.tsx';
import { siteOf, useSite } from '../../ui/site.ts';
import type { Route } from './+types/about.ts';
import styles from './about.module.css';

export async function loader({ context }: Route.LoaderArgs) {
  const texts = await context.get(siteContext).texts();
  const paragraphs = texts.about_text.split(/\n\s*\n/).map((part) => part.trim());
  return { title: texts.about_title, paragraphs: paragraphs.filter(Boolean) };
}

export function meta({ loaderData, matches, error }: Route.MetaArgs) {
  const site = siteOf(matches);
  if (!loaderData) return unlistedHead(site, 'О нас', error);
  const { title, paragraphs } = loaderData;
  const data = [breadcrumbs(site, [{ name: title, path: '/about' }])];
  return headOf(site, { path: '/about', title, description: paragraphs[0] ?? title, data });
}

export default function About({ loaderData }: Route.ComponentProps) {
  const [first, ...rest] = loaderData.paragraphs;
  const site = useSite();
  return (
    <section>
      <div className={`backdrop ${styles.scene}`}>
        <Stage />
        <h1>{loaderData.title}</h1>
        {first && <p className={styles.first}>{first}</p>}
      </div>
      <div className={styles.rest}>
        {[...rest.entries()].map(([at, paragraph]) => (
          <p key={at}>{paragraph}</p>
        ))}
        {(site?.hasProgramme || site?.hasHistory) && (
          <LinkRow>
            {site.hasProgramme && <PageLink to="/programme">Программа</PageLink>}
            {site.hasHistory && <PageLink to="/history">История</PageLink>}
          </LinkRow>
        )}
      </div>
    </section>
  );
}

export const ErrorBoundary = failedPage('О нас', (reason) => `Ошибка загрузки контента сайта: ${reason}`);

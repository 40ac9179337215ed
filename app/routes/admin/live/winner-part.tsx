import { NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { AdminCard } from '../../../../model/articles/schema.ts';
import { quoted } from '../../../../model/text/quoted.ts';
import { momentText, useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import { under, useAnswer } from '../../../ui/admin/queries.ts';
import { HoldButton } from './hold-button.tsx';
import styles from './live.module.css';
import { Part } from './main-button.tsx';
import type { Desk } from './use-desk.ts';

/** In localStorage: slug of the article that was made ready. */
const KEPT_AS = 'rampa.desk-winner';
const NEWS = '/admin/news';

/** The news of the winner, chosen beforehand and published by one held press. */
export function WinnerPart({ desk }: { desk: Desk }) {
  const zone = useSiteTimeZone();
  const client = useQueryClient();
  const [drafts, scheduled] = [useArticles('draft'), useArticles('scheduled')];
  const data = drafts.data && scheduled.data && [...drafts.data, ...scheduled.data];
  const [slug, setSlug] = useState(() => localStorage.getItem(KEPT_AS) ?? '');
  const chosen = data?.find((article) => article.slug === slug);
  const choose = (to: string) => {
    localStorage.setItem(KEPT_AS, to);
    setSlug(to);
  };
  const path = `${NEWS}/${slug}`;
  const publish = ({ title, status, publishAt, version }: AdminCard) => {
    const change = { body: { status: 'published' }, former: { status, publishAt }, ifMatch: `"${version}"` };
    desk.press({ label: `Опубликовано: ${quoted(title)}`, method: 'PUT', path, ...change });
  };
  const isWaiting = desk.waiting.some((press) => press.path === path);
  const reload = useCallback(() => client.invalidateQueries(under(NEWS), { cancelRefetch: false }), [client]);
  // A refused press is repeated with the version that is shown.
  useEffect(() => {
    if (!isWaiting) void reload();
  }, [isWaiting, reload]);
  return (
    <Part title="Победитель" data={data} desk={{ problem: drafts.problem ?? scheduled.problem, reload }}>
      {(articles) => (
        <>
          {articles.length === 0 ? (
            <p className={styles.note}>
              Черновиков нет. <Link to="/admin/news/new">Напишите новость</Link> заранее и сохраните как черновик.
            </p>
          ) : (
            <NativeSelect
              label="Подготовленная новость"
              value={chosen ? slug : ''}
              data={[
                { value: '', label: 'Выберите заранее' },
                ...articles.map((article) => ({ value: article.slug, label: optionText(article, zone) })),
              ]}
              onFocus={reload}
              onChange={({ currentTarget }) => choose(currentTarget.value)}
            />
          )}
          {chosen && (
            <HoldButton
              label={`Опубликовать ${quoted(chosen.title)}`}
              color="hot"
              disabled={isWaiting}
              onHeld={() => publish(chosen)}
            />
          )}
        </>
      )}
    </Part>
  );
}

function useArticles(status: 'draft' | 'scheduled') {
  return useAnswer<AdminCard[]>(`${NEWS}?fields=card&status=${status}&limit=50`, { background: true });
}

function optionText({ title, publishAt, status }: AdminCard, zone: string): string {
  return status === 'scheduled' && publishAt ? `${title} (${momentText(publishAt, zone)})` : title;
}

import { NativeSelect } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { AdminCard } from '../../../../model/articles/schema.ts';
import { momentText, useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import { offerUndo, useReloadAfterUndo } from '../../../ui/admin/form/undo.tsx';
import { useLoaded } from '../../../ui/admin/loading/use-loaded.ts';
import { useLookAgain } from '../../../ui/admin/loading/use-look-again.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { HoldButton } from './hold-button.tsx';
import styles from './live.module.css';
import { Part } from './part.tsx';
import type { Presses } from './use-presses.ts';

/** In localStorage: slug of the article that was made ready. */
const KEPT_AS = 'rampa.desk-winner';
const MOST = 50;

/** The news of the winner, chosen beforehand and published by one held press. */
export function WinnerPart({ presses }: { presses: Presses }) {
  const { call } = useSession();
  const zone = useSiteTimeZone();
  const read = useCallback(
    async (signal: AbortSignal) => {
      const lists = ['draft', 'scheduled'].map((status) =>
        call<AdminCard[]>('GET', `/admin/news?fields=card&status=${status}&limit=${MOST}`, {
          signal,
          background: true,
        }),
      );
      return (await Promise.all(lists)).flatMap(({ data }) => data);
    },
    [call],
  );
  const { data, problem, reload } = useLoaded(read);
  useReloadAfterUndo(reload);
  useLookAgain(reload);
  const [slug, setSlug] = useState(() => localStorage.getItem(KEPT_AS) ?? '');
  const chosen = data?.find((article) => article.slug === slug);
  const choose = (to: string) => {
    localStorage.setItem(KEPT_AS, to);
    setSlug(to);
  };
  const publish = ({ title, status, publishAt, version }: AdminCard) => {
    const path = `/admin/news/${slug}`;
    const label = `Опубликовано: «${title}»`;
    const body = { status: 'published' };
    presses.press({ label, method: 'PUT', path, body, ifMatch: `"${version}"` }, (answer) => {
      const undo = () => call('PUT', path, { body: { status, publishAt }, ifMatch: answer.version });
      offerUndo({ text: `${label}.`, undo });
    });
  };
  const isWaiting = presses.waiting.some(({ path }) => path === `/admin/news/${slug}`);
  // A refused press is repeated with the version that is shown.
  const [wasWaiting, setWasWaiting] = useState(isWaiting);
  useEffect(() => {
    if (wasWaiting === isWaiting) return;
    setWasWaiting(isWaiting);
    if (!isWaiting) void reload();
  }, [wasWaiting, isWaiting, reload]);
  return (
    <Part title="Победитель" isLoaded={data !== undefined} problem={problem} onRetry={reload}>
      {data?.length === 0 ? (
        <p className={styles.note}>
          Черновиков нет. <Link to="/admin/news/new">Напишите новость</Link> заранее и сохраните как черновик.
        </p>
      ) : (
        <NativeSelect
          label="Подготовленная новость"
          size="md"
          value={chosen ? slug : ''}
          data={[
            { value: '', label: 'Выберите заранее' },
            ...(data ?? []).map((article) => ({ value: article.slug, label: optionText(article, zone) })),
          ]}
          onFocus={reload}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      )}
      {chosen && (
        <HoldButton
          label={`Опубликовать «${chosen.title}»`}
          color="hot"
          disabled={isWaiting}
          onHeld={() => publish(chosen)}
        />
      )}
    </Part>
  );
}

function optionText({ title, publishAt, status }: AdminCard, zone: string): string {
  return status === 'scheduled' && publishAt ? `${title} (${momentText(publishAt, zone)})` : title;
}

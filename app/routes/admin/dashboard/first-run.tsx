import { Button, Title } from '@mantine/core';
import { useCallback } from 'react';
import { Link } from 'react-router';
import type { FirstRun as State } from '../../../../model/first-run.ts';
import { offerUndo, useReloadAfterUndo } from '../../../ui/admin/form/undo.tsx';
import { Icon } from '../../../ui/admin/icon.tsx';
import { useLoaded } from '../../../ui/admin/loading/use-loaded.ts';
import { tellProblem } from '../../../ui/admin/notices.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import styles from './first-run.module.css';

type Step = State['steps'][number];

/** `to` ends in the field's name where the first of `fields` follows it. */
const STEPS: Record<Step['id'], { name: string; why: string; to: string }> = {
  address: {
    name: 'Адрес сайта',
    why: 'Его задаёт администратор сервера: PUBLIC_URL',
    to: '/admin/doctor',
  },
  totp: { name: 'Двухфакторный вход', why: 'Одного пароля мало, чтобы войти за вас', to: '/admin/profile#totp' },
  logo: { name: 'Логотип', why: 'Картинка или название в шапке', to: '/admin/site-content#logo_image' },
  date: { name: 'Дата и год', why: 'В шапке, до эфира и в подвале', to: '/admin/site-content#' },
  hero: { name: 'Первый экран', why: 'Заголовок и текст на главной', to: '/admin/site-content#' },
  about: { name: 'О конкурсе', why: 'Текст страницы', to: '/admin/site-content#' },
  social: {
    name: 'Соцсети',
    why: 'Ваши ссылки вместо общих; пустой ссылки в подвале не будет',
    to: '/admin/site-content#',
  },
  news: { name: 'Первая новость', why: 'На главной пока пусто', to: '/admin/news/new' },
  stream: { name: 'Трансляция', why: 'Откуда идёт эфир', to: '/admin/watch-settings#player_url' },
  vote: { name: 'Голосование', why: 'Адрес, на который ведёт кнопка', to: '/admin/voting#voting_url' },
};

/** Settings that a new site still lacks. The other cards show a failed request. */
export function FirstRun() {
  const { call } = useSession();
  const read = useCallback(
    async (signal: AbortSignal) => (await call<State>('GET', '/admin/first-run', { signal })).data,
    [call],
  );
  const { data, reload, change } = useLoaded(read);
  useReloadAfterUndo(reload);
  if (!data || data.isDismissed) return null;
  const left = data.steps.filter(({ isDone }) => !isDone);
  const done = data.steps.filter(({ isDone }) => isDone);
  if (left.length === 0) return null;
  const put = (isDismissed: boolean) => call('PUT', '/admin/first-run', { body: { isDismissed } });
  const dismiss = async () => {
    try {
      await put(true);
      change((before) => ({ ...before, isDismissed: true }));
      offerUndo({ text: 'Список «Осталось настроить» скрыт у всех.', undo: () => put(false) });
    } catch (error) {
      tellProblem(error);
    }
  };
  return (
    <section className={styles.card} aria-labelledby="first-run">
      <header className={styles.head}>
        <Title order={2} id="first-run">
          Осталось настроить
        </Title>
        <span className={styles.count}>
          готово {done.length} из {data.steps.length}
        </span>
      </header>
      <ul className={styles.list}>
        {left.map(({ id, fields: [field = ''] = [] }) => (
          <li key={id}>
            <Link to={STEPS[id].to.endsWith('#') ? STEPS[id].to + field : STEPS[id].to}>
              <span className={styles.box} aria-hidden="true" />
              <span>
                <b>{STEPS[id].name}</b>
                <small>{STEPS[id].why}</small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {done.length > 0 && (
        <ul className={styles.done} aria-label="Готово">
          {done.map(({ id }) => (
            <li key={id}>
              <Icon name="check" size={18} />
              {STEPS[id].name}
            </li>
          ))}
        </ul>
      )}
      <p className={styles.foot}>
        <Button variant="subtle" color="gray" size="sm" onClick={dismiss}>
          Больше не показывать
        </Button>
      </p>
    </section>
  );
}

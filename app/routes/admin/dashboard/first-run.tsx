import { Button, Flex, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { FirstRun as State } from '../../../../model/first-run.ts';
import { offerUndo } from '../../../ui/admin/form/undo.tsx';
import { Icon } from '../../../ui/admin/icon.tsx';
import { tellProblem } from '../../../ui/admin/notices.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { useAnswer, useChange } from '../../../ui/admin/queries.ts';
import styles from './dashboard.module.css';

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
  const { data } = useAnswer<State>('/admin/first-run');
  const change = useChange('/admin/first-run');
  if (!data || data.isDismissed) return null;
  const left = data.steps.filter(({ isDone }) => !isDone);
  const done = data.steps.filter(({ isDone }) => isDone);
  if (left.length === 0) return null;
  const put = (isDismissed: boolean) => change('PUT', '/admin/first-run', { body: { isDismissed } });
  const dismiss = async () => {
    try {
      await put(true);
      offerUndo({ text: 'Список «Осталось настроить» скрыт у всех.', undo: () => put(false) });
    } catch (error) {
      tellProblem(error);
    }
  };
  return (
    <section className={ui.card} aria-labelledby="first-run">
      <header className={ui.head}>
        <Title order={2} id="first-run">
          Осталось настроить
        </Title>
        <span className={ui.note}>
          готово {done.length} из {data.steps.length}
        </span>
      </header>
      <ul className={`${ui.pair} ${styles.todo}`}>
        {left.map(({ id, fields: [field = ''] = [] }) => (
          <li key={id}>
            <Link to={STEPS[id].to.endsWith('#') ? STEPS[id].to + field : STEPS[id].to}>
              <span className={styles.box} aria-hidden="true" />
              <span>
                <b>{STEPS[id].name}</b>
                <small className={ui.note}>{STEPS[id].why}</small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {done.length > 0 && (
        <Flex component="ul" wrap="wrap" gap="0.25rem 1.25rem" className={ui.note ?? ''} aria-label="Готово">
          {done.map(({ id }) => (
            <Flex component="li" key={id} align="center" gap="0.375rem">
              <Icon name="check" size={18} />
              {STEPS[id].name}
            </Flex>
          ))}
        </Flex>
      )}
      <div>
        <Button variant="subtle" color="gray" size="sm" mx="-0.75rem" onClick={dismiss}>
          Больше не показывать
        </Button>
      </div>
    </section>
  );
}

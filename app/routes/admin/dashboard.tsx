import { Button, Group, SimpleGrid, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { FirstRun as State } from '../../../model/first-run.ts';
import type { DoctorReport } from '../../../ops/doctor/report.ts';
import { EDITORS, OPERATORS, WRITERS } from '../../../roles.ts';
import { offerUndo } from '../../ui/admin/form/undo.tsx';
import { Icon } from '../../ui/admin/icon.tsx';
import { useBackups } from '../../ui/admin/loading/use-backups.ts';
import { notifyError } from '../../ui/admin/notices.ts';
import ui from '../../ui/admin/patterns.module.css';
import { useChange, useGet } from '../../ui/admin/queries.ts';
import { panelHead, Screen } from '../../ui/admin/screen.tsx';
import { useSession } from '../../ui/admin/sign-in/session.tsx';
import { BackupCard, NewsCard, SiteTextCard } from './dashboard/cards.tsx';
import styles from './dashboard/dashboard.module.css';
import { VoteCard, WatchCard } from './dashboard/switch-cards.tsx';

export const meta = () => panelHead('Обзор');

export default function Dashboard() {
  const { role } = useSession();
  if (role === 'administrator') return <WholeDashboard />;
  return (
    <Screen title="Обзор" actions={<Actions />}>
      {OPERATORS.includes(role) && <Switches />}
      <div className={styles.cards}>
        {WRITERS.includes(role) && <NewsCard />}
        {EDITORS.includes(role) && <SiteTextCard />}
      </div>
    </Screen>
  );
}

function WholeDashboard() {
  const backups = useBackups();
  return (
    <Screen title="Обзор" actions={<Actions />}>
      {/* A backup or a restore test may resolve a finding. */}
      <DoctorNotice key={backups.finishedAt} />
      <Switches />
      <FirstRun />
      <div className={styles.cards}>
        <NewsCard />
        <SiteTextCard />
        <BackupCard {...backups} />
      </div>
    </Screen>
  );
}

function Actions() {
  const { role } = useSession();
  return (
    <>
      {OPERATORS.includes(role) && (
        <Button component={Link} to="/admin/live" variant="default">
          Пульт эфира
        </Button>
      )}
      {WRITERS.includes(role) && (
        <Button component={Link} to="/admin/news/new" leftSection={<Icon name="plus" />}>
          Добавить новость
        </Button>
      )}
    </>
  );
}

function Switches() {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <WatchCard />
      <VoteCard />
    </SimpleGrid>
  );
}

/** Shown only with a bad finding; a failed request is shown by the other cards. */
function DoctorNotice() {
  const { data } = useGet<DoctorReport>('/admin/doctor');
  const bad = data?.groups.flatMap(({ lines }) => lines.filter(({ state }) => state === 'bad')) ?? [];
  if (bad.length === 0) return null;
  return (
    <section className={ui.notice} data-kind="bad" aria-label="Неполадки на сервере">
      <Group wrap="nowrap" align="flex-start" gap="0.875rem">
        <Icon name="bad" />
        <div>
          <p>
            <b>На сервере неполадки: {bad.map(({ name }) => name).join(', ')}</b>
          </p>
          <p>
            {bad[0]?.text} <Link to="/admin/doctor">Что делать</Link>
          </p>
        </div>
      </Group>
    </section>
  );
}

/** Without `to` a step is done in the texts of the site, at the first of its fields. */
const STEPS: Record<State['steps'][number]['id'], { name: string; why: string; to?: string }> = {
  address: { name: 'Адрес сайта', why: 'Его задаёт администратор сервера: PUBLIC_URL', to: '/admin/doctor' },
  totp: { name: 'Двухфакторный вход', why: 'Одного пароля мало, чтобы войти за вас', to: '/admin/profile#totp' },
  logo: { name: 'Логотип', why: 'Картинка или название в шапке', to: '/admin/site-content#logo_image' },
  date: { name: 'Дата и год', why: 'В шапке, до эфира и в подвале' },
  hero: { name: 'Первый экран', why: 'Заголовок и текст на главной' },
  about: { name: 'О конкурсе', why: 'Текст страницы' },
  social: { name: 'Соцсети', why: 'Ваши ссылки вместо общих; пустой ссылки в подвале не будет' },
  news: { name: 'Первая новость', why: 'На главной пока пусто', to: '/admin/news/new' },
  stream: { name: 'Трансляция', why: 'Откуда идёт эфир', to: '/admin/watch-settings#player_url' },
  vote: { name: 'Голосование', why: 'Адрес, на который ведёт кнопка', to: '/admin/voting#voting_url' },
};

/** Settings that a new site still lacks. The other cards show a failed request. */
function FirstRun() {
  const { data } = useGet<State>('/admin/first-run');
  const change = useChange('/admin/first-run');
  const left = data?.steps.filter(({ isDone }) => !isDone) ?? [];
  if (!data || data.isDismissed || left.length === 0) return null;
  const put = (isDismissed: boolean) => change('PUT', '/admin/first-run', { body: { isDismissed } });
  const undone = { text: 'Список «Осталось настроить» скрыт у всех.', undo: () => put(false) };
  const dismiss = () => put(true).then(() => offerUndo(undone), notifyError);
  return (
    <section className={ui.card} aria-labelledby="first-run">
      <header className={ui.head}>
        <Title order={2} id="first-run">
          Осталось настроить
        </Title>
        <span className={ui.note}>
          готово {data.steps.length - left.length} из {data.steps.length}
        </span>
      </header>
      <ul className={`${ui.pair} ${styles.todo}`}>
        {left.map(({ id, fields: [field = ''] = [] }) => (
          <li key={id}>
            <Link to={STEPS[id].to ?? `/admin/site-content#${field}`}>
              <b>{STEPS[id].name}</b>
              <small className={ui.note}>{STEPS[id].why}</small>
            </Link>
          </li>
        ))}
      </ul>
      <div>
        <Button variant="subtle" color="gray" size="sm" mx="-0.75rem" onClick={dismiss}>
          Больше не показывать
        </Button>
      </div>
    </section>
  );
}

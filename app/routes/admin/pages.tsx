import { Anchor, Button, Group, Text } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import type { AdminPageLine } from '../../../model/pages/pages.ts';
import { quoted } from '../../../model/text/quoted.ts';
import { RowConfirm } from '../../ui/admin/ask.tsx';
import { offerUndo } from '../../ui/admin/form/undo.tsx';
import { Icon } from '../../ui/admin/icon.tsx';
import { Empty, LoadState } from '../../ui/admin/loading/states.tsx';
import { useChange, useGet } from '../../ui/admin/queries.ts';
import { panelHead, Screen, Views } from '../../ui/admin/screen.tsx';
import { useSession } from '../../ui/admin/sign-in/session.tsx';
import { SortableList } from '../../ui/admin/sortable/sortable-list.tsx';
import { PLACE_NAMES } from './editor/cards/place-card.tsx';
import { Status } from './news/status.tsx';
import { TrashList } from './news/trash-list.tsx';

export const meta = () => panelHead('Страницы');

export default function Pages() {
  const [search] = useSearchParams();
  const isTrash = search.get('view') === 'bin';
  return (
    <Screen
      title="Страницы"
      lead="Правила, контакты, документы. Ссылки на сайте стоят в этом порядке."
      actions={
        <Button component={Link} to="/admin/pages/new" leftSection={<Icon name="plus" />}>
          Добавить страницу
        </Button>
      }
    >
      <Views
        label="Какие страницы показать"
        views={[
          { to: '?', text: 'Все', isShown: !isTrash },
          { to: '?view=bin', text: 'Корзина', isShown: isTrash },
        ]}
      />
      {isTrash ? <TrashList kind="page" /> : <PageList />}
    </Screen>
  );
}

function PageList() {
  const { call } = useSession();
  const { data: pages, problem, reload } = useGet<AdminPageLine[]>('/admin/pages');
  const change = useChange('/admin/pages');
  const order = (ids: number[], keepalive: boolean) =>
    change('PUT', '/admin/pages/order', { body: { ids }, keepalive });
  const remove = async ({ id, slug, title, version }: AdminPageLine) => {
    await change('DELETE', `/admin/pages/${slug}`, { ifMatch: `"${version}"` });
    const undo = () => call('POST', `/admin/pages-bin/${id}/restore`);
    offerUndo({ text: `Страница удалена: ${quoted(title)}.`, undo });
  };
  const actions = (page: AdminPageLine) => (
    <>
      <Button
        component={Link}
        to={`/admin/pages/edit/${page.slug}`}
        variant="default"
        size="sm"
        aria-label={`Изменить: ${page.title}`}
      >
        Изменить
      </Button>
      <RowConfirm word="Удалить" of={page.title} px="xs" question="Удалить эту страницу?" onYes={() => remove(page)}>
        <p>{quoted(page.title)} пропадёт с сайта и 30 дней пролежит в корзине.</p>
      </RowConfirm>
    </>
  );
  return (
    <>
      <LoadState data={pages} problem={problem} reload={reload} rows={4} />
      {pages?.length === 0 && (
        <Empty title="Страниц пока нет">
          <p>Добавьте первую: правила голосования, контакты, документы. До публикации её видит только редакция.</p>
        </Empty>
      )}
      {pages && pages.length > 0 && (
        <SortableList items={pages.map((page) => ({ ...page, name: page.title }))} onOrder={order} actions={actions}>
          {(page) => <PageFacts page={page} />}
        </SortableList>
      )}
    </>
  );
}

function PageFacts({ page }: { page: AdminPageLine }) {
  const { slug, title, place, status } = page;
  return (
    <div style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
      <Text fw={600}>{title}</Text>
      <Group gap="0.125rem 0.875rem" mt="0.25rem">
        <Status article={page} />
        {status === 'published' ? (
          <Anchor href={`/${slug}`} target="_blank" rel="noopener" size="sm" py={10} my={-10}>
            /{slug}
          </Anchor>
        ) : (
          <Text size="sm" c="dimmed">
            /{slug}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {PLACE_NAMES[place]}
        </Text>
      </Group>
    </div>
  );
}

import { Anchor, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AdminPageLine } from '../../../../model/pages/schema.ts';
import { Confirm } from '../../../ui/admin/confirm.tsx';
import { offerUndo } from '../../../ui/admin/form/undo.tsx';
import { Empty, Loading, Problem } from '../../../ui/admin/loading/states.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { SortableList } from '../../../ui/admin/sortable/sortable-list.tsx';
import { useSortable } from '../../../ui/admin/sortable/use-sortable.ts';
import { PLACE_NAMES } from '../editor/cards/place-card.tsx';
import { Status } from '../news/status.tsx';
import styles from './page-list.module.css';

export function PageList() {
  const { items: pages, problem, reload, order, remove } = usePages();
  const [leaving, setLeaving] = useState<AdminPageLine>();
  const actions = ({ slug, title, id }: AdminPageLine) => (
    <>
      <Button
        component={Link}
        to={`/admin/pages/edit/${slug}`}
        variant="default"
        size="sm"
        aria-label={`Изменить: ${title}`}
      >
        Изменить
      </Button>
      <Button
        variant="subtle"
        color="red"
        size="sm"
        px="xs"
        aria-label={`Удалить: ${title}`}
        onClick={() => setLeaving(pages?.find((page) => page.id === id))}
      >
        Удалить
      </Button>
    </>
  );
  return (
    <>
      {problem && <Problem text={`Ошибка: ${problem}`} onRetry={reload} />}
      {!pages && !problem && <Loading rows={4} />}
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
      {leaving && (
        <Confirm
          question="Удалить эту страницу?"
          yes="Удалить"
          onYes={() => remove(leaving).then(() => setLeaving(undefined))}
          onNo={() => setLeaving(undefined)}
        >
          <p>«{leaving.title}» пропадёт с сайта и 30 дней пролежит в корзине.</p>
        </Confirm>
      )}
    </>
  );
}

function usePages() {
  const { call } = useSession();
  const list = useSortable<AdminPageLine>('/admin/pages', '/admin/pages/order');
  const remove = async (page: AdminPageLine) => {
    const { id, slug, title } = page;
    await list.remove(page, `/admin/pages/${slug}`);
    const undo = () => call('POST', `/admin/pages-bin/${id}/restore`);
    offerUndo({ text: `Страница удалена: «${title}».`, undo });
  };
  return { ...list, remove };
}

function PageFacts({ page }: { page: AdminPageLine }) {
  const { slug, title, place, status } = page;
  return (
    <div className={styles.facts}>
      <Text fw={600}>{title}</Text>
      <div className={styles.about}>
        <Status article={page} />
        {status === 'published' ? (
          <Anchor href={`/${slug}`} target="_blank" rel="noopener" size="sm">
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
      </div>
    </div>
  );
}

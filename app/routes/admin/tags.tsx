import { Anchor, Button } from '@mantine/core';
import { useCallback, useState } from 'react';
import { Link } from 'react-router';
import type { Tag } from '../../../model/articles/tags/tags.ts';
import { Confirm } from '../../ui/admin/confirm.tsx';
import { Empty, LoadState } from '../../ui/admin/loading/states.tsx';
import { useLoaded } from '../../ui/admin/loading/use-loaded.ts';
import { tellDone } from '../../ui/admin/notices.ts';
import { plural } from '../../ui/admin/plural.ts';
import { panelHead, Screen } from '../../ui/admin/screen.tsx';
import { useSession } from '../../ui/admin/sign-in/session.tsx';
import { TagForm } from './tags/tag-form.tsx';
import styles from './tags/tags.module.css';

export const meta = () => panelHead('Теги');

export default function Tags() {
  const { call } = useSession();
  const [edited, setEdited] = useState<Tag>();
  const [removed, setRemoved] = useState<Tag>();
  const read = useCallback(
    async (signal: AbortSignal) => (await call<Tag[]>('GET', '/admin/tags', { signal })).data,
    [call],
  );
  const { data: tags, problem, reload } = useLoaded(read);
  const finish = async (done?: string) => {
    setEdited(undefined);
    setRemoved(undefined);
    if (!done) return;
    tellDone(done);
    await reload();
  };
  return (
    <Screen
      title="Теги"
      lead="По тегам читатели находят новости об одном и том же. Новый тег появляется, когда его вписывают в новость."
    >
      <LoadState data={tags} problem={problem} reload={reload} rows={4} />
      {tags?.length === 0 && (
        <Empty title="Тегов пока нет">
          <p>Откройте новость и впишите теги через запятую в карточке «Теги».</p>
        </Empty>
      )}
      {tags && tags.length > 0 && (
        <ul className={styles.list}>
          {tags.map((tag) => (
            <li key={tag.slug}>
              <div className={styles.name}>
                <b>{tag.title}</b>
                <Anchor component={Link} to={`/admin/news?tag=${tag.slug}`} size="sm">
                  {plural(tag.count, 'новость', 'новости', 'новостей')}
                </Anchor>
              </div>
              <Button
                variant="default"
                size="sm"
                aria-label={`Переименовать: ${tag.title}`}
                onClick={() => setEdited(tag)}
              >
                Переименовать
              </Button>
              <Button
                variant="subtle"
                color="red"
                size="sm"
                aria-label={`Убрать: ${tag.title}`}
                onClick={() => setRemoved(tag)}
              >
                Убрать
              </Button>
            </li>
          ))}
        </ul>
      )}
      {edited && <TagForm tag={edited} others={tags ?? []} onClose={finish} />}
      {removed && (
        <Confirm
          question={`Убрать тег «${removed.title}»?`}
          yes="Убрать"
          onYes={async () => {
            await call('DELETE', `/admin/tags/${removed.slug}`);
            await finish(`Тег убран: «${removed.title}».`);
          }}
          onNo={() => setRemoved(undefined)}
        >
          <p>
            Его не станет{' '}
            {plural(removed.count, 'у новости', 'у новостей', 'у новостей').replace(/(\d+) (у \S+)/, '$2: $1')}. Сами
            новости останутся, прежние версии с тегом — в их истории.
          </p>
        </Confirm>
      )}
    </Screen>
  );
}

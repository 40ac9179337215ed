import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminArticle } from '../../../../../model/articles/schema.ts';
import { quoted } from '../../../../../model/text/quoted.ts';
import { Dialog, DialogButtons } from '../../../../ui/admin/dialog.tsx';
import { offerUndo } from '../../../../ui/admin/form/undo.tsx';
import { LoadState } from '../../../../ui/admin/loading/states.tsx';
import { notifyError } from '../../../../ui/admin/notices.ts';
import ui from '../../../../ui/admin/patterns.module.css';
import { useGet } from '../../../../ui/admin/queries.ts';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { Changes } from '../diff/changes.tsx';
import type { Draft } from '../draft/draft.ts';
import { apiForm, changedFields, fieldsOf, namesOf, pick } from '../draft/fields.ts';
import type { Orders } from '../draft/use-orders.ts';

interface Props {
  draft: Draft;
  article: AdminArticle;
  orders: Orders;
  onClose: () => void;
}

/** What publishing would change for readers; publishes it, or discards it, which can be undone. */
export function StoredDraftDialog({ draft, article, orders, onClose }: Props) {
  const { call } = useSession();
  const path = `${draft.path}/${article.slug}`;
  const { data: published, problem, reload } = useGet<AdminArticle>(path, { isOnce: true });
  const before = published && fieldsOf(published);
  const [after] = useState(() => draft.now());
  const stale = article.stale ?? [];
  const discard = async (site: AdminArticle): Promise<void> => {
    const body = apiForm(pick(after, changedFields(fieldsOf(site), after)), site);
    await call('DELETE', `${path}/draft`, { ifMatch: `"${draft.base.version}"` });
    draft.adopt({ ...site, hasDraft: false });
    offerUndo({
      text: `Правки ${draft.words.genitive} ${quoted(site.title)} отброшены.`,
      undo: () => call('PUT', `${path}/draft`, { body }),
    });
    onClose();
  };
  const { mutate: start, isPending: isBusy } = useMutation({ mutationFn: discard, onError: notifyError });
  return (
    <Dialog title="Что изменится на сайте" wide onClose={onClose}>
      <LoadState data={before} problem={problem} reload={reload} rows={4} height={32} />
      {stale.length > 0 && (
        <p className={ui.notice} data-kind="wait">
          Пока правки ждали, на сайте изменили: {namesOf(stale)}. Публикация заменит и это: перенесите нужное в текст.
        </p>
      )}
      {before && <Changes before={before} after={after} same="Текст и поля те же, что на сайте." />}
      <DialogButtons>
        <Button
          variant="subtle"
          color="red"
          loading={isBusy}
          disabled={!published}
          onClick={() => published && start(published)}
        >
          Отбросить правки
        </Button>
        <Button variant="default" onClick={onClose} data-autofocus>
          Закрыть
        </Button>
        <Button
          disabled={isBusy || !published}
          onClick={() => {
            onClose();
            orders.publish();
          }}
        >
          Опубликовать изменения
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

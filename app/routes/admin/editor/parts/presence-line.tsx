import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AdminArticle } from '../../../../../model/articles/schema.ts';
import { plural } from '../../../../../model/text/plural.ts';
import { Dialog, DialogButtons } from '../../../../ui/admin/dialog.tsx';
import { LoadState } from '../../../../ui/admin/loading/states.tsx';
import { tellProblem } from '../../../../ui/admin/notices.ts';
import ui from '../../../../ui/admin/patterns.module.css';
import { useAnswer } from '../../../../ui/admin/queries.ts';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { serverNow } from '../../../../ui/time/server-clock.ts';
import { Changes } from '../dialogs/changes.tsx';
import type { Draft } from '../draft/draft.ts';
import type { Editing } from '../draft/use-editing.ts';

/** Other editors of the article, and a newer stored version. */
export function PresenceLine({ editing }: { editing: Editing }) {
  const { username: self, nameOf } = useSession();
  const { draft, stored, presence, isBehind, saving } = editing;
  const [isLooking, setLooking] = useState(false);
  const names = [
    ...new Set(presence.others.map(({ username }) => (username === self ? 'вас в другой вкладке' : nameOf(username)))),
  ];
  return (
    <>
      <div className={ui.notice} data-kind="wait" role="status">
        {names.length > 0 && (
          <p>
            Сейчас {draft.words.nominative} открыта у {new Intl.ListFormat('ru').format(names)}.
          </p>
        )}
        {isBehind && (
          <p>
            Новая версия{' '}
            {presence.savedBy === self
              ? 'из другой вкладки'
              : `от ${presence.savedBy ? nameOf(presence.savedBy) : 'коллеги'}`}{' '}
            {presence.savedAt && <Ago at={presence.savedAt} />}{' '}
            <Button size="compact-sm" variant="default" onClick={() => setLooking(true)}>
              Посмотреть
            </Button>
          </p>
        )}
      </div>
      {isLooking && stored && (
        <NewVersionDialog draft={draft} slug={stored.slug} onAdopt={saving.refresh} onClose={() => setLooking(false)} />
      )}
    </>
  );
}

interface NewVersionProps {
  draft: Draft;
  slug: string;
  onAdopt: () => Promise<boolean>;
  onClose: () => void;
}

/** Changes between the loaded version and a newer stored one. */
function NewVersionDialog({ draft, slug, onAdopt, onClose }: NewVersionProps) {
  const { nameOf } = useSession();
  const { data: theirs, problem, reload } = useAnswer<AdminArticle>(`${draft.path}/${slug}/draft`);
  const { mutate: adopt, isPending: isBusy } = useMutation({
    mutationFn: onAdopt,
    onSuccess: (fits) => fits || tellProblem('Вы изменили то же самое. Что оставить, панель спросит при сохранении.'),
    onError: tellProblem,
    onSettled: onClose,
  });
  const after = theirs && draft.fieldsOf(theirs);
  return (
    <Dialog
      title={theirs?.updatedBy ? `Новая версия: ${nameOf(theirs.updatedBy)}` : 'Новая версия'}
      wide
      onClose={onClose}
    >
      <LoadState data={after} problem={problem} reload={reload} rows={4} height={32} />
      {after && <Changes before={draft.base.fields} after={after} same="Текст и поля те же, что у вас." />}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Закрыть
        </Button>
        <Button onClick={() => adopt()} loading={isBusy} disabled={!after} data-autofocus>
          {draft.isDirty ? 'Соединить с моими правками' : 'Открыть её здесь'}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

const TICK = 10_000; // ms

/** «10 с назад». Hidden from screen readers, which would read the line again with each tick. */
function Ago({ at }: { at: string }) {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK);
    return () => clearInterval(timer);
  }, []);
  return <span aria-hidden="true">{agoText(Math.max(0, now - Date.parse(at)))}</span>;
}

function agoText(ms: number): string {
  if (ms < 60_000) return `${Math.max(1, Math.round(ms / 1000))}\u00a0с назад`;
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)}\u00a0мин назад`;
  return `${plural(Math.floor(ms / 3_600_000), 'час', 'часа', 'часов')} назад`;
}

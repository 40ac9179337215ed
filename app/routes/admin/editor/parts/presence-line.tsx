import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Moment } from '../../../../ui/admin/fields/moment.tsx';
import { tellProblem } from '../../../../ui/admin/notices.ts';
import ui from '../../../../ui/admin/patterns.module.css';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { useDraft } from '../draft/use-draft.ts';
import type { Editing } from '../draft/use-editing.ts';

/** Other editors of the article, and a newer stored version. */
export function PresenceLine({ editing: { draft, presence, isBehind, saving } }: { editing: Editing }) {
  const { username: self, nameOf } = useSession();
  const { mutate: adopt, isPending } = useMutation({
    mutationFn: saving.refresh,
    onSuccess: (fits) => fits || tellProblem('Вы изменили то же самое. Что оставить, панель спросит при сохранении.'),
    onError: tellProblem,
  });
  const isDirty = useDraft(draft, 'isDirty');
  const names = [
    ...new Set(presence.others.map(({ username }) => (username === self ? 'вас в другой вкладке' : nameOf(username)))),
  ];
  return (
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
            : `от ${presence.savedBy ? nameOf(presence.savedBy) : 'коллеги'}`}
          {presence.savedAt && ', '}
          {presence.savedAt && <Moment at={presence.savedAt} />}{' '}
          <Button size="compact-sm" variant="default" loading={isPending} onClick={() => adopt()}>
            {isDirty ? 'Соединить с моими правками' : 'Показать здесь'}
          </Button>
        </p>
      )}
    </div>
  );
}

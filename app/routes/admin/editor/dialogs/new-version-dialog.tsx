import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { AdminArticle } from '../../../../../model/articles/schema.ts';
import { Dialog, DialogButtons } from '../../../../ui/admin/dialog.tsx';
import { LoadState } from '../../../../ui/admin/loading/states.tsx';
import { tellProblem } from '../../../../ui/admin/notices.ts';
import { useAnswer } from '../../../../ui/admin/queries.ts';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import type { Draft } from '../draft/draft.ts';
import { Changes } from './changes.tsx';

interface Props {
  draft: Draft;
  slug: string;
  onAdopt: () => Promise<boolean>;
  onClose: () => void;
}

/** Changes between the loaded version and a newer stored one. */
export function NewVersionDialog({ draft, slug, onAdopt, onClose }: Props) {
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

import { Button } from '@mantine/core';
import { useState } from 'react';
import type { AdminArticle } from '../../../../../model/articles/schema.ts';
import { Dialog, DialogButtons } from '../../../../ui/admin/dialog.tsx';
import { useSiteTimeZone } from '../../../../ui/admin/fields/moment.tsx';
import { LoadState } from '../../../../ui/admin/loading/states.tsx';
import { tellProblem } from '../../../../ui/admin/notices.ts';
import { useAnswer } from '../../../../ui/admin/queries.ts';
import { compareTexts } from '../diff/compare.ts';
import { TextDiff } from '../diff/text-diff.tsx';
import { paragraphsOf } from '../diff/texts.ts';
import type { Draft } from '../draft/draft.ts';
import { changedFields } from '../draft/fields.ts';
import { FieldChanges } from './field-changes.tsx';

interface Props {
  draft: Draft;
  slug: string;
  /** False on a conflict. */
  onAdopt: () => Promise<boolean>;
  onClose: () => void;
}

/** Changes between the loaded version and a newer stored one. */
export function NewVersionDialog({ draft, slug, onAdopt, onClose }: Props) {
  const timeZone = useSiteTimeZone();
  const [isBusy, setBusy] = useState(false);
  const { data: theirs, problem, reload } = useAnswer<AdminArticle>(`${draft.path}/${slug}/draft`);
  const adopt = async () => {
    setBusy(true);
    const fits = await onAdopt().catch((error) => void tellProblem(error));
    if (fits === false) tellProblem('Вы изменили то же самое. Что оставить, панель спросит при сохранении.');
    onClose();
  };
  const before = draft.base.fields;
  const after = theirs && draft.fieldsOf(theirs);
  const names = after ? changedFields(before, after) : [];
  return (
    <Dialog title={theirs?.updatedBy ? `Новая версия: ${theirs.updatedBy}` : 'Новая версия'} wide onClose={onClose}>
      <LoadState data={after} problem={problem} reload={reload} rows={4} height={32} />
      {after && (
        <>
          <FieldChanges before={before} after={after} names={names} timeZone={timeZone} />
          {names.includes('content') && (
            <TextDiff rows={compareTexts(paragraphsOf(before.content), paragraphsOf(after.content))} />
          )}
          {names.length === 0 && <p>Текст и поля те же, что у вас.</p>}
        </>
      )}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Закрыть
        </Button>
        <Button onClick={adopt} loading={isBusy} disabled={!after} data-autofocus>
          {draft.isDirty ? 'Соединить с моими правками' : 'Открыть её здесь'}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

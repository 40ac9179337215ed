import { Button } from '@mantine/core';
import { useState } from 'react';
import { capital } from '../../../../../model/articles/kinds.ts';
import type { Revision, RevisionLine } from '../../../../../model/articles/revisions.ts';
import type { AdminArticle } from '../../../../../model/articles/schema.ts';
import { todayIn } from '../../../../../model/text/date.ts';
import { Confirm, DialogButtons } from '../../../../ui/admin/dialog.tsx';
import { Moment, useSiteTimeZone } from '../../../../ui/admin/fields/moment.tsx';
import { offerUndo } from '../../../../ui/admin/form/undo.tsx';
import { LoadState } from '../../../../ui/admin/loading/states.tsx';
import { tellProblem } from '../../../../ui/admin/notices.ts';
import { useAnswer } from '../../../../ui/admin/queries.ts';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { compareTexts } from '../diff/compare.ts';
import { TextDiff } from '../diff/text-diff.tsx';
import { paragraphsOf } from '../diff/texts.ts';
import type { Draft } from '../draft/draft.ts';
import { changedFields, type Fields, fieldsOf } from '../draft/fields.ts';
import { isOut } from '../draft/use-orders.ts';
import { FieldChanges } from './field-changes.tsx';

interface Props {
  draft: Draft;
  article: AdminArticle;
  path: string;
  line: RevisionLine;
  onRestored: (article: AdminArticle) => void;
  onClose: () => void;
  onBack: () => void;
}

/** Changes that restoring a version would make. A public article asks for confirmation; restoring can be undone. */
export function OneRevision({ draft, article, path, line, onRestored, onClose, onBack }: Props) {
  const { call } = useSession();
  const timeZone = useSiteTimeZone();
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { data: revision, problem, reload } = useAnswer<Revision>(`${path}/${line.version}`);
  if (!revision) return <LoadState data={revision} problem={problem} reload={reload} rows={4} height={32} />;

  const here = draft.now();
  const there = restored(here, article, revision, timeZone);
  const names = changedFields(here, there);
  const restore = async () => {
    const { data } = await call<AdminArticle>('POST', `${path}/${line.version}/restore`, {
      ifMatch: `"${article.version}"`,
    });
    onClose();
    onRestored(data);
    const back = `${draft.path}/${data.slug}/revisions/${article.version}/restore`;
    offerUndo({
      text: `Версия восстановлена: «${data.title}».`,
      undo: () => call('POST', back, { ifMatch: `"${data.version}"` }),
    });
  };
  const start = async () => {
    if (isOut(article)) return setAsking(true);
    setBusy(true);
    await restore().catch((error) => {
      tellProblem(error);
      setBusy(false);
    });
  };
  return (
    <>
      <p>
        <Moment at={line.savedAt} />, {line.savedBy ?? 'автор не записан'}. Красное есть сейчас и пропадёт, зелёное
        вернётся.
      </p>
      <FieldChanges before={here} after={there} names={names} timeZone={timeZone} />
      {names.includes('content') && (
        <TextDiff rows={compareTexts(paragraphsOf(here.content), paragraphsOf(there.content))} />
      )}
      {names.length === 0 && <p>Эта версия — то же, что на экране.</p>}
      {draft.isDirty && <p>На экране есть несохранённые правки: сначала сохраните их, чтобы и они попали в историю.</p>}
      <DialogButtons>
        <Button variant="default" onClick={onBack} data-autofocus>
          Назад
        </Button>
        <Button onClick={start} loading={isBusy} disabled={names.length === 0 || draft.isDirty}>
          Восстановить
        </Button>
      </DialogButtons>
      {isAsking && (
        <Confirm
          question="Восстановить версию прямо на сайте?"
          yes="Восстановить"
          onYes={restore}
          onNo={() => setAsking(false)}
        >
          <p>
            {capital(draft.words.nominative)} опубликована: читатели сразу увидят версию от <Moment at={line.savedAt} />
            . Нынешняя останется в истории.
          </p>
        </Confirm>
      )}
    </>
  );
}

/** Address, group, status and its times stay; a date that followed publication follows the present one. */
function restored(here: Fields, article: AdminArticle, revision: Revision, timeZone: string): Fields {
  const { status, publishAt } = article;
  const date = revision.dateFollows && publishAt ? todayIn(timeZone, new Date(publishAt)) : revision.date;
  const { slug, group, place, publishAt: time, expiresAt } = here;
  return {
    ...here,
    ...fieldsOf({ ...article, ...revision, status, date }),
    slug,
    group,
    place,
    publishAt: time,
    expiresAt,
  };
}

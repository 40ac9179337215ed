import { Button } from '@mantine/core';
import { useCallback, useState } from 'react';
import type { AdminArticle, RevisionLine } from '../../../../../model/articles/schema.ts';
import { todayIn } from '../../../../../model/text/date.ts';
import { Dialog, DialogButtons } from '../../../../ui/admin/dialog.tsx';
import { Moment, useSiteTimeZone } from '../../../../ui/admin/fields/moment.tsx';
import { Loading, Problem } from '../../../../ui/admin/loading/states.tsx';
import { useLoaded } from '../../../../ui/admin/loading/use-loaded.ts';
import { tellDone, tellProblem } from '../../../../ui/admin/notices.ts';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { compareTexts } from '../diff/compare.ts';
import { TextDiff } from '../diff/text-diff.tsx';
import { paragraphsOf } from '../diff/texts.ts';
import type { Draft } from '../draft/draft.ts';
import { changedFields, fieldsOf } from '../draft/fields.ts';
import { FieldChanges } from './field-changes.tsx';
import styles from './revisions-dialog.module.css';

type Revision = Pick<
  AdminArticle,
  | 'title'
  | 'slug'
  | 'date'
  | 'dateFollows'
  | 'content'
  | 'lead'
  | 'socialTitle'
  | 'coverImageUrl'
  | 'coverAlt'
  | 'expiresAt'
>;

interface Props {
  draft: Draft;
  article: AdminArticle;
  onRestored: (article: AdminArticle) => void;
  onClose: () => void;
}

export function RevisionsDialog({ draft, article, onRestored, onClose }: Props) {
  const { call } = useSession();
  const [chosen, setChosen] = useState<RevisionLine>();
  const path = `/admin/news/${article.slug}/revisions`;
  const read = useCallback(
    async (signal: AbortSignal) => (await call<RevisionLine[]>('GET', path, { signal })).data,
    [call, path],
  );
  const { data: lines, problem, reload } = useLoaded(read);
  return (
    <Dialog title={chosen ? `Версия ${chosen.version}` : 'История новости'} wide onClose={onClose}>
      {problem && <Problem text={`Ошибка: ${problem}`} onRetry={reload} />}
      {!lines && !problem && <Loading rows={4} height={48} />}
      {lines && !chosen && (
        <ol className={styles.lines}>
          {lines.map((line, at) => (
            <li key={line.version}>
              <button type="button" onClick={() => setChosen(line)} data-autofocus={at === 0 || undefined}>
                <b>
                  <Moment at={line.savedAt} />
                </b>
                <span>{line.savedBy ?? 'автор не записан'}</span>
                <span className={styles.title}>{line.title}</span>
                {line.version === article.version && <span className={styles.now}>сейчас сохранена</span>}
              </button>
            </li>
          ))}
        </ol>
      )}
      {chosen && (
        <OneRevision
          key={chosen.version}
          {...{ draft, article, path, onRestored, onClose }}
          line={chosen}
          onBack={() => setChosen(undefined)}
        />
      )}
      {!chosen && (
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Закрыть
          </Button>
        </DialogButtons>
      )}
    </Dialog>
  );
}

interface OneProps {
  draft: Draft;
  article: AdminArticle;
  path: string;
  line: RevisionLine;
  onRestored: (article: AdminArticle) => void;
  onClose: () => void;
  onBack: () => void;
}

function OneRevision({ draft, article, path, line, onRestored, onClose, onBack }: OneProps) {
  const { call } = useSession();
  const timeZone = useSiteTimeZone();
  const [isBusy, setBusy] = useState(false);
  const read = useCallback(
    async (signal: AbortSignal) => (await call<Revision>('GET', `${path}/${line.version}`, { signal })).data,
    [call, path, line.version],
  );
  const { data: revision, problem, reload } = useLoaded(read);
  if (!revision)
    return problem ? <Problem text={`Ошибка: ${problem}`} onRetry={reload} /> : <Loading rows={4} height={32} />;

  const here = draft.now();
  // Address, group and status stay; a date that followed publication follows the present one.
  const { status, publishAt } = article;
  const date = revision.dateFollows && publishAt ? todayIn(timeZone, new Date(publishAt)) : revision.date;
  const then = fieldsOf({ ...article, ...revision, status, date });
  const there = { ...here, ...then, slug: here.slug, group: here.group };
  const names = changedFields(here, there);
  const restore = async () => {
    setBusy(true);
    try {
      const { data } = await call<AdminArticle>('POST', `${path}/${line.version}/restore`, {
        ifMatch: `"${article.version}"`,
      });
      onClose();
      onRestored(data);
      tellDone('Версия восстановлена.');
    } catch (error) {
      tellProblem(error);
      setBusy(false);
    }
  };
  return (
    <>
      <p className={styles.lead}>
        <Moment at={line.savedAt} />, {line.savedBy ?? 'автор не записан'}. Красное есть сейчас и пропадёт, зелёное
        вернётся.
      </p>
      <FieldChanges before={here} after={there} names={names} timeZone={timeZone} />
      {names.includes('content') && (
        <TextDiff rows={compareTexts(paragraphsOf(here.content), paragraphsOf(there.content))} />
      )}
      {names.length === 0 && <p className={styles.lead}>Эта версия — то же, что на экране.</p>}
      {draft.isDirty && (
        <p className={styles.lead}>
          На экране есть несохранённые правки: сначала сохраните их, чтобы и они попали в историю.
        </p>
      )}
      <DialogButtons>
        <Button variant="default" onClick={onBack} data-autofocus>
          Назад
        </Button>
        <Button onClick={restore} loading={isBusy} disabled={names.length === 0 || draft.isDirty}>
          Восстановить
        </Button>
      </DialogButtons>
    </>
  );
}

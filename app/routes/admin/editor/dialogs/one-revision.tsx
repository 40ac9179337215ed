import { Button, NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Revision } from '../../../../../model/articles/revisions.ts';
import type { AdminArticle } from '../../../../../model/articles/schema.ts';
import { todayIn } from '../../../../../model/text/date.ts';
import { quoted } from '../../../../../model/text/quoted.ts';
import { DialogButtons } from '../../../../ui/admin/dialog.tsx';
import { Moment, useSiteTimeZone } from '../../../../ui/admin/fields/moment.tsx';
import { offerUndo } from '../../../../ui/admin/form/undo.tsx';
import { LoadState } from '../../../../ui/admin/loading/states.tsx';
import { notifyError } from '../../../../ui/admin/notices.ts';
import { useGet } from '../../../../ui/admin/queries.ts';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { Changes } from '../diff/changes.tsx';
import type { Draft } from '../draft/draft.ts';
import { apiForm, changedFields, type Fields, fieldsOf, pick } from '../draft/fields.ts';
import { isOut } from '../draft/saving.ts';
import type { NamedLine } from './revisions-dialog.tsx';

interface Props {
  draft: Draft;
  article: AdminArticle;
  path: string;
  line: NamedLine;
  /** All versions, to choose one to compare with. */
  lines: NamedLine[];
  onClose: () => void;
  onBack: () => void;
}

/** Changes that restoring a version would make: of a public article in its stored draft. Restoring can be undone. */
export function OneRevision({ draft, article, path, line, lines, onClose, onBack }: Props) {
  const { call, nameOf } = useSession();
  const timeZone = useSiteTimeZone();
  const [against, setAgainst] = useState('');
  const { data: other } = useGet<Revision>(against ? `${path}/${against}` : null);
  const { data: revision, problem, reload } = useGet<Revision>(`${path}/${line.version}`);
  const here = draft.now();
  const there = revision ? restored(here, article, revision, timeZone) : here;
  const names = changedFields(here, there);
  const before = other ? restored(here, article, other, timeZone) : here;
  const toVersion = ({ slug, version }: AdminArticle, wanted: number) =>
    call<AdminArticle>('POST', `${draft.path}/${slug}/revisions/${wanted}/restore`, { ifMatch: `"${version}"` });
  /** Readers keep what they have until it is published. */
  const toDraft = ({ version }: AdminArticle, fields: Fields) => {
    const body = apiForm(pick(fields, names), article);
    return call<AdminArticle>('PUT', `${draft.path}/${article.slug}/draft`, { body, ifMatch: `"${version}"` });
  };
  const restore = async () => {
    const isPublic = isOut(article);
    const { data } = await (isPublic ? toDraft(article, there) : toVersion(article, line.version));
    onClose();
    draft.adopt(data);
    const done = isPublic ? 'Версия лежит в черновике, на сайте всё по-прежнему' : 'Версия восстановлена';
    offerUndo({
      text: `${done}: ${quoted(data.title)}.`,
      undo: () => (isPublic ? toDraft(data, here) : toVersion(data, article.version)),
    });
  };
  const { mutate: start, isPending: isBusy } = useMutation({ mutationFn: restore, onError: notifyError });
  if (!revision) return <LoadState data={revision} problem={problem} reload={reload} rows={4} height={32} />;
  return (
    <>
      <p>
        <Moment at={line.savedAt} />, {line.savedBy ? nameOf(line.savedBy) : 'автор не записан'}.{' '}
        {other
          ? 'Зачёркнутое есть в той версии, с которой сравниваем, подчёркнутое — в этой.'
          : 'Зачёркнутое есть сейчас и пропадёт, подчёркнутое вернётся.'}
      </p>
      <Against lines={lines.filter(({ version }) => version !== line.version)} value={against} onChange={setAgainst} />
      <Changes before={before} after={there} same={`Эта версия — то же, что ${other ? 'та' : 'на экране'}.`} />
      {draft.isDirty && <p>На экране есть несохранённые правки: сначала сохраните их, чтобы и они попали в историю.</p>}
      <DialogButtons>
        <Button variant="default" onClick={onBack} data-autofocus>
          Назад
        </Button>
        <Button onClick={() => start()} loading={isBusy} disabled={names.length === 0 || draft.isDirty}>
          Восстановить
        </Button>
      </DialogButtons>
    </>
  );
}

interface AgainstProps {
  lines: NamedLine[];
  value: string;
  onChange: (version: string) => void;
}

function Against({ lines, value, onChange }: AgainstProps) {
  const versions = lines.map(({ version, savedText, description }) => ({
    value: String(version),
    label: `с версией: ${[savedText, description].filter(Boolean).join(' · ')}`,
  }));
  return (
    <NativeSelect
      label="Сравнить"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[{ value: '', label: 'с тем, что на экране' }, ...versions]}
    />
  );
}

/** Address, group, status and its times stay; a date that followed publication follows the present one. */
function restored(here: Fields, article: AdminArticle, revision: Revision, timeZone: string): Fields {
  const { status, publishAt } = article;
  const date = revision.dateFollows && publishAt ? todayIn(timeZone, new Date(publishAt)) : revision.date;
  const { slug, group, place, publishAt: time, expiresAt } = here;
  const kept = { slug, group, place, publishAt: time, expiresAt };
  return { ...here, ...fieldsOf({ ...article, ...revision, status, date }), ...kept };
}

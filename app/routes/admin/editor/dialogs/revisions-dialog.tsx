import { Text } from '@mantine/core';
import { useState } from 'react';
import { FIELDS } from '../../../../../model/articles/fields.ts';
import { STATUS_WORDS } from '../../../../../model/articles/kinds.ts';
import type { RevisionLine } from '../../../../../model/articles/revisions.ts';
import type { AdminArticle } from '../../../../../model/articles/schema.ts';
import { quoted } from '../../../../../model/text/quoted.ts';
import { Dialog, FormButtons } from '../../../../ui/admin/dialog.tsx';
import { Moment, momentText, useSiteTimeZone } from '../../../../ui/admin/fields/moment.tsx';
import { LoadState } from '../../../../ui/admin/loading/states.tsx';
import ui from '../../../../ui/admin/patterns.module.css';
import { useGet } from '../../../../ui/admin/queries.ts';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import type { Draft } from '../draft/draft.ts';
import { OneRevision } from './one-revision.tsx';

export interface NamedLine extends RevisionLine {
  savedText: string;
  description: string; // Changed fields, in Russian
}

interface Props {
  draft: Draft;
  article: AdminArticle;
  onClose: () => void;
}

export function RevisionsDialog({ draft, article, onClose }: Props) {
  const [chosen, setChosen] = useState<NamedLine>();
  const path = `${draft.path}/${article.slug}/revisions`;
  const { data, problem, reload } = useGet<RevisionLine[]>(path);
  const timeZone = useSiteTimeZone();
  const lines = data?.map((line, at) => ({
    ...line,
    savedText: momentText(line.savedAt, timeZone),
    description: changesText(line, data[at + 1]),
  }));
  return (
    <Dialog title={chosen ? `Версия: ${chosen.savedText}` : `История ${draft.words.genitive}`} wide onClose={onClose}>
      <LoadState data={data} problem={problem} reload={reload} rows={4} height={48} />
      {lines && !chosen && (
        <ol className={ui.list}>
          {lines.map((line, at) => (
            <li key={line.version}>
              <button
                type="button"
                className={`${ui.row} ${ui.tile}`}
                onClick={() => setChosen(line)}
                data-autofocus={at === 0 || undefined}
              >
                <Line line={line} isStored={line.version === article.version} />
              </button>
            </li>
          ))}
        </ol>
      )}
      {lines && chosen && (
        <OneRevision
          key={chosen.version}
          {...{ draft, article, path, lines, onClose }}
          line={chosen}
          onBack={() => setChosen(undefined)}
        />
      )}
      {!chosen && <FormButtons cancel="Закрыть" onCancel={onClose} />}
    </Dialog>
  );
}

interface LineProps {
  line: NamedLine;
  isStored: boolean;
}

function Line({ line, isStored }: LineProps) {
  const { nameOf } = useSession();
  return (
    <>
      <Text span truncate flex="1 1 14rem">
        <b>
          <Moment at={line.savedAt} />
        </b>{' '}
        {line.savedBy ? nameOf(line.savedBy) : 'автор не записан'}
      </Text>
      <span style={{ color: COLOURS[line.status] }}>
        {STATUS_WORDS[line.status]}
        {line.autosaved && ', сохранён сам'}
        {isStored && <span style={{ color: 'var(--good)' }}> · нынешняя версия</span>}
      </span>
      <Text span c="var(--accent)" fw={600} ms="auto">
        Сравнить →
      </Text>
      <Text span c="dimmed" ta="start" flex="1 0 100%">
        {line.description}
      </Text>
    </>
  );
}

const COLOURS = { draft: 'var(--mantine-color-dimmed)', scheduled: 'var(--wait)', published: 'var(--good)' };

/** «заголовок «…», текст, обложка». */
function changesText({ changes, title, status }: RevisionLine, before: RevisionLine | undefined): string {
  if (!before) return 'первая версия';
  const parts = changes.flatMap((name) => {
    if (name === 'title') return `заголовок ${quoted(title)}`;
    // The status says it already, unless only the time moved.
    if (name === 'publishAt') return status === before.status ? 'время публикации' : ACTS[status];
    // Another cover comes with another description.
    return name === 'coverAlt' && changes.includes('coverImageUrl') ? [] : FIELDS[name].label.toLowerCase();
  });
  return parts.join(', ') || 'без изменений';
}

const ACTS = { draft: 'снята с публикации', scheduled: 'назначено время', published: 'вышла' };

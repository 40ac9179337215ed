import { Fragment, useMemo } from 'react';
import { momentText, useSiteTimeZone } from '../../../../ui/admin/fields/moment.tsx';
import ui from '../../../../ui/admin/patterns.module.css';
import { PLACE_NAMES } from '../cards/place-card.tsx';
import { compareTexts } from '../diff/compare.ts';
import { TextDiff } from '../diff/text-diff.tsx';
import { paragraphsOf } from '../diff/texts.ts';
import { changedFields, type FieldName, type Fields, labelOf } from '../draft/fields.ts';

interface Props {
  before: Fields;
  after: Fields;
  same?: string;
}

/** What differs between two versions: fields, then the text. */
export function Changes({ before, after, same }: Props) {
  const timeZone = useSiteTimeZone();
  const names = changedFields(before, after);
  const fields = names.filter((name) => name !== 'content');
  const rows = useMemo(
    () => compareTexts(paragraphsOf(before.content), paragraphsOf(after.content)),
    [before.content, after.content],
  );
  return (
    <>
      {fields.length > 0 && (
        <dl className={ui.facts}>
          {fields.map((name) => (
            <Fragment key={name}>
              <dt>{labelOf(name)}</dt>
              <dd>
                <del>{fieldText(before, name, timeZone)}</del> → <ins>{fieldText(after, name, timeZone)}</ins>
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
      {names.includes('content') && <TextDiff rows={rows} />}
      {names.length === 0 && same && <p>{same}</p>}
    </>
  );
}

export function fieldText(fields: Fields, name: FieldName, timeZone: string): string {
  const value = fields[name];
  if (name === 'date' && value === '') return 'в день публикации';
  if (name === 'place') return PLACE_NAMES[fields.place].toLowerCase();
  if (value === null || value === '') return 'пусто';
  if (name === 'expiresAt' || name === 'publishAt') return momentText(String(value), timeZone);
  if (name === 'coverImageUrl') return `картинка …${String(value).slice(-9)}`;
  return name === 'group' ? `№ ${value}` : String(value);
}

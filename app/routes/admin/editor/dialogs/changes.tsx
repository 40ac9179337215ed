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
                <del>
                  <FieldValue fields={before} name={name} />
                </del>{' '}
                →{' '}
                <ins>
                  <FieldValue fields={after} name={name} />
                </ins>
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

function FieldValue({ fields, name }: { fields: Fields; name: FieldName }) {
  const timeZone = useSiteTimeZone();
  const { coverImageUrl } = fields;
  if (name !== 'coverImageUrl' || !coverImageUrl) return fieldText(fields, name, timeZone);
  return (
    <img className={ui.picture} style={SIZE} src={coverImageUrl} alt={fields.coverAlt || 'Обложка без описания'} />
  );
}

const SIZE = { display: 'inline-block', width: '7rem', height: '4rem' };

export function fieldText(fields: Fields, name: FieldName, timeZone: string): string {
  const value = fields[name];
  if (name === 'date' && value === '') return 'в день публикации';
  if (name === 'place') return PLACE_NAMES[fields.place].toLowerCase();
  if (value === null || value === '') return 'пусто';
  if (name === 'expiresAt' || name === 'publishAt') return momentText(String(value), timeZone);
  if (name === 'coverImageUrl') return 'картинка';
  return name === 'group' ? `№ ${value}` : String(value);
}

import { Image } from '@mantine/core';
import { Fragment } from 'react';
import { momentText } from '../../../../ui/admin/fields/moment.tsx';
import ui from '../../../../ui/admin/patterns.module.css';
import { PLACE_NAMES } from '../cards/place-card.tsx';
import { type FieldName, type Fields, labelOf } from '../draft/fields.ts';

interface Props {
  before: Fields;
  after: Fields;
  names: readonly FieldName[];
  timeZone: string;
}

export function FieldChanges({ before, after, names, timeZone }: Props) {
  const shown = names.filter((name) => name !== 'content');
  if (shown.length === 0) return null;
  return (
    <dl className={ui.facts}>
      {shown.map((name) => (
        <Fragment key={name}>
          <dt>{labelOf(name)}</dt>
          <dd>
            <del>
              <FieldValue fields={before} name={name} timeZone={timeZone} />
            </del>{' '}
            →{' '}
            <ins>
              <FieldValue fields={after} name={name} timeZone={timeZone} />
            </ins>
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

function FieldValue({ fields, name, timeZone }: { fields: Fields; name: FieldName; timeZone: string }) {
  const { coverImageUrl } = fields;
  if (name !== 'coverImageUrl' || !coverImageUrl) return fieldText(fields, name, timeZone);
  return (
    <Image
      src={coverImageUrl}
      alt={fields.coverAlt || 'Обложка без описания'}
      w="7rem"
      h="4rem"
      radius="sm"
      display="inline-block"
    />
  );
}

export function fieldText(fields: Fields, name: FieldName, timeZone: string): string {
  const value = fields[name];
  if (name === 'date' && value === '') return 'в день публикации';
  if (name === 'place') return PLACE_NAMES[fields.place].toLowerCase();
  if (value === null || value === '') return 'пусто';
  if (name === 'expiresAt' || name === 'publishAt') return momentText(String(value), timeZone);
  if (name === 'coverImageUrl') return 'картинка';
  return name === 'group' ? `№ ${value}` : String(value);
}

import { ColorInput, NativeSelect, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import { OWN_ACCENT } from '../../../../../model/colour/accent.ts';
import { POLICY } from '../../../../../model/pages/page-index.ts';
import type { PageLink } from '../../../../../model/pages/pages.ts';
import { AGE_MARKS } from '../../../../../model/settings/age-marks.ts';
import type { StoredFormState } from '../../../../ui/admin/form/use-stored-form.ts';
import { useGet } from '../../../../ui/admin/queries.ts';
import { LogoField } from '../../uploads/images/image-fields.tsx';
import { hintOf, isLink, isMultiline, labelOf } from './labels.ts';

const LONG_TEXT = 50; // characters; a longer value gets a textarea

export type Texts = Record<string, string>;

interface Props {
  form: StoredFormState<Texts>;
  name: string;
  stored: string;
  onFocus: (name: string) => void;
}

const SWATCHES = [OWN_ACCENT, '#e5203a', '#ff3d8b', '#a855f7', '#3b6cff', '#00a8c6', '#12a866', '#ffc400'];
const LINK = { inputMode: 'url', autoComplete: 'off', spellCheck: false } as const;
const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

/** Rows follow the stored value: a size change while typing would be disturbing. */
export function TextField({ form, name, stored, onFocus }: Props) {
  const props = {
    ...form.text(name),
    label: labelOf(name),
    onFocus: () => onFocus(name),
    description: hintOf(name),
    inputWrapperOrder: ORDER,
  };
  if (name === 'accent_color')
    return (
      <ColorInput
        {...props}
        inputWrapperOrder={['label', 'description', 'input', 'error']} // The colours open below it
        format="hex"
        placeholder={OWN_ACCENT}
        swatches={SWATCHES}
        swatchesPerRow={SWATCHES.length}
        fixOnBlur={false}
        // The kit's palette and dropper have no names for screen readers.
        withPicker={false}
        withEyeDropper={false}
        onChange={(colour) => form.set(name, colour)}
      />
    );
  if (name === 'logo_image')
    return (
      <LogoField
        {...props}
        placeholder="Нет: в шапке стоит текст логотипа"
        done="Логотип загружен. Сохраните тексты, чтобы он появился на сайте."
        note="Лучше всего PNG или WebP с прозрачным фоном, видный и на светлом, и на тёмном. В шапке он высотой 36 точек; кто его не видит, услышит название сайта."
        onPick={(url) => form.set(name, url)}
      />
    );
  if (name === 'legal_age') return <NativeSelect {...props} data={[{ value: '', label: 'Нет' }, ...AGE_MARKS]} />;
  if (name === 'legal_privacy') return <PolicyField {...props} {...LINK} />;
  if (isLink(name)) return <TextInput {...props} {...LINK} />;
  const isLong = isMultiline(name) || stored.length > LONG_TEXT || stored.includes('\n');
  return isLong ? <Textarea {...props} autosize minRows={2} maxRows={16} /> : <TextInput {...props} />;
}

/** Suggests the site's public pages. */
function PolicyField(props: TextInputProps) {
  const { data: pages = [] } = useGet<PageLink[]>('/pages');
  const own = pages.find(({ slug }) => slug === POLICY);
  return (
    <>
      <TextInput {...props} list="policy-pages" {...(own && { placeholder: `/${own.slug}` })} />
      <datalist id="policy-pages">
        {pages.map(({ slug, title }) => (
          <option key={slug} value={`/${slug}`}>
            {title}
          </option>
        ))}
      </datalist>
    </>
  );
}

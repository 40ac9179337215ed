import { TextInput, type TextInputProps } from '@mantine/core';
import { POLICY } from '../../../../../model/pages/documents.ts';
import type { PageLink } from '../../../../../model/pages/schema.ts';
import { useLoaded } from '../../../../ui/admin/loading/use-loaded.ts';
import { call } from '../../../../ui/api.ts';

const readPages = async (signal: AbortSignal) => (await call<PageLink[]>('GET', '/pages', { signal })).data;

/** Suggests the site's public pages. */
export function PolicyField(props: TextInputProps) {
  const { data: pages = [] } = useLoaded(readPages);
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

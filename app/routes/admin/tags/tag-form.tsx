import { TextInput } from '@mantine/core';
import type { Tag } from '../../../../model/articles/tags/tags.ts';
import { tagSlug } from '../../../../model/text/slug.ts';
import { FormDialog } from '../../../ui/admin/form/form-dialog.tsx';
import { useFormCall } from '../../../ui/admin/form/use-form-call.ts';
import { useChange } from '../../../ui/admin/queries.ts';

interface Props {
  tag: Tag;
  others: Tag[];
  onClose: (done?: string) => void;
}

/** The title of another tag merges both; the button says so. */
export function TagForm({ tag, others, onClose }: Props) {
  const change = useChange('/admin/tags');
  const form = useFormCall({ title: tag.title }, async ({ title }) => {
    await change('PUT', `/admin/tags/${tag.slug}`, { body: { title } });
    onClose(`Тег сохранён: «${title.trim()}».`);
  });
  const { text } = form;
  const slug = tagSlug(text('title').value);
  const twin = others.find((other) => other.slug === slug && other.slug !== tag.slug);
  return (
    <FormDialog title="Переименовать тег" yes={twin ? 'Объединить' : 'Сохранить'} form={form} onClose={() => onClose()}>
      <TextInput
        label="Тег"
        description={
          twin
            ? `Тег «${twin.title}» уже есть: новости обоих окажутся под ним. Разъединить их потом нельзя`
            : 'Изменится во всех новостях, вместе с адресом страницы тега'
        }
        withAsterisk
        data-autofocus
        {...text('title')}
      />
    </FormDialog>
  );
}

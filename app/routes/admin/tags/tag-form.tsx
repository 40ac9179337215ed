import { Stack, TextInput } from '@mantine/core';
import type { Tag } from '../../../../model/articles/tags/tags.ts';
import { tagSlug } from '../../../../model/text/slug.ts';
import { Dialog, FormButtons } from '../../../ui/admin/dialog.tsx';
import { useFormCall } from '../../../ui/admin/form/use-form-call.ts';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';

interface Props {
  tag: Tag;
  others: Tag[];
  onClose: (done?: string) => void;
}

/** The title of another tag merges both; the button says so. */
export function TagForm({ tag, others, onClose }: Props) {
  const { call } = useSession();
  const { form, text, busy, problem } = useFormCall({ title: tag.title }, async ({ title }) => {
    await call('PUT', `/admin/tags/${tag.slug}`, { body: { title } });
    onClose(`Тег сохранён: «${title.trim()}».`);
  });
  const slug = tagSlug(text('title').value);
  const twin = others.find((other) => other.slug === slug && other.slug !== tag.slug);
  return (
    <Dialog title="Переименовать тег" role="alertdialog" onClose={() => busy || onClose()}>
      <form {...form}>
        <Stack>
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
          {problem && <Problem text={`Ошибка: ${problem}`} />}
          <FormButtons submit={twin ? 'Объединить' : 'Сохранить'} busy={busy} onCancel={() => onClose()} />
        </Stack>
      </form>
    </Dialog>
  );
}

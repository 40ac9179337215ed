import { Anchor, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Tag } from '../../../model/articles/tags/tags.ts';
import { plural } from '../../../model/text/plural.ts';
import { tagSlug } from '../../../model/text/slug.ts';
import { Confirm, RowButton, RowConfirm } from '../../ui/admin/ask.tsx';
import { FormDialog, useFormCall } from '../../ui/admin/form/form-call.tsx';
import { Empty, LoadState } from '../../ui/admin/loading/states.tsx';
import { notifySuccess } from '../../ui/admin/notices.ts';
import ui from '../../ui/admin/patterns.module.css';
import { useChange, useGet } from '../../ui/admin/queries.ts';
import { panelHead, Screen } from '../../ui/admin/screen.tsx';
import { useSession } from '../../ui/admin/sign-in/session.tsx';

export const meta = () => panelHead('Теги');

export default function Tags() {
  const change = useChange('/admin/tags');
  const [edited, setEdited] = useState<Tag>();
  const [merged, setMerged] = useState<[Tag, into: Tag]>();
  const { data: tags, problem, reload } = useGet<Tag[]>('/admin/tags');
  const close = () => setMerged(undefined);
  const remove = async ({ slug, title }: Tag) => {
    await change('DELETE', `/admin/tags/${slug}`);
    notifySuccess(`Тег убран: «${title}».`);
  };
  const merge = async ([{ slug, title }, into]: [Tag, into: Tag]) => {
    await change('PUT', `/admin/tags/${slug}`, { body: { title: into.title } });
    close();
    notifySuccess(`Теги объединены: «${title}» теперь «${into.title}».`);
  };
  return (
    <Screen title="Теги" lead="По тегам читатели находят новости на одну тему. Новый тег вписывают прямо в новость.">
      <LoadState data={tags} problem={problem} reload={reload} rows={4} />
      {tags?.length === 0 && (
        <Empty title="Тегов пока нет">
          <p>Откройте новость и впишите теги через запятую в карточке «Теги».</p>
        </Empty>
      )}
      {tags && tags.length > 0 && (
        <ul className={ui.rows}>
          {tags.map((tag) => (
            <li key={tag.slug}>
              <div className={ui.about}>
                <b>{tag.title}</b>
                <Anchor component={Link} to={`/admin/news?tag=${tag.slug}`} size="sm" py={10} my={-10}>
                  {plural(tag.count, 'новость', 'новости', 'новостей')}
                </Anchor>
              </div>
              <RowButton word="Переименовать" of={tag.title} onClick={() => setEdited(tag)} />
              <RowConfirm
                word="Убрать"
                of={tag.title}
                question={`Убрать тег «${tag.title}»?`}
                onYes={() => remove(tag)}
              >
                <p>
                  Тег снимут с {plural(tag.count, 'новости', 'новостей', 'новостей')}. Сами новости останутся, прежние
                  версии с тегом — в их истории.
                </p>
              </RowConfirm>
            </li>
          ))}
        </ul>
      )}
      {edited && <TagForm tag={edited} onMerge={setMerged} onClose={() => setEdited(undefined)} />}
      {merged && (
        <Confirm
          question={`Тег «${merged[1].title}» уже есть. Объединить?`}
          yes="Объединить"
          onYes={() => merge(merged)}
          onNo={close}
        >
          <p>
            Новости с тегом «{merged[0].title}» ({merged[0].count}) получат тег «{merged[1].title}», а «
            {merged[0].title}» исчезнет.
          </p>
        </Confirm>
      )}
    </Screen>
  );
}

interface FormProps {
  tag: Tag;
  onMerge: (tags: [Tag, into: Tag]) => void;
  onClose: () => void;
}

function TagForm({ tag, onMerge, onClose }: FormProps) {
  const { call } = useSession();
  const change = useChange('/admin/tags');
  const form = useFormCall({ title: tag.title }, async ({ title }) => {
    const slug = tagSlug(title);
    // A colleague may have made it meanwhile: then the server would merge both at once.
    const { data: others } = await call<Tag[]>('GET', '/admin/tags');
    const twin = others.find((other) => other.slug === slug && other.slug !== tag.slug);
    if (twin) onMerge([tag, twin]);
    else {
      await change('PUT', `/admin/tags/${tag.slug}`, { body: { title } });
      notifySuccess(`Тег сохранён: «${title.trim()}».`);
    }
    onClose();
  });
  return (
    <FormDialog title="Переименовать тег" yes="Сохранить" form={form} onClose={onClose}>
      <TextInput
        label="Тег"
        description="Изменится во всех новостях, вместе с адресом страницы тега"
        data-autofocus
        {...form.text('title')}
      />
    </FormDialog>
  );
}

import { Anchor, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Tag } from '../../../model/articles/tags/tags.ts';
import { plural } from '../../../model/text/plural.ts';
import { tagSlug } from '../../../model/text/slug.ts';
import { RowButton, RowConfirm } from '../../ui/admin/ask.tsx';
import { FormDialog, useFormCall } from '../../ui/admin/form/form-call.tsx';
import { Empty, LoadState } from '../../ui/admin/loading/states.tsx';
import { tellDone } from '../../ui/admin/notices.ts';
import ui from '../../ui/admin/patterns.module.css';
import { useAnswer, useChange } from '../../ui/admin/queries.ts';
import { panelHead, Screen } from '../../ui/admin/screen.tsx';

export const meta = () => panelHead('Теги');

export default function Tags() {
  const change = useChange('/admin/tags');
  const [edited, setEdited] = useState<Tag>();
  const { data: tags, problem, reload } = useAnswer<Tag[]>('/admin/tags');
  const finish = (done?: string) => {
    setEdited(undefined);
    if (done) tellDone(done);
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
                <Anchor component={Link} to={`/admin/news?tag=${tag.slug}`} size="sm">
                  {plural(tag.count, 'новость', 'новости', 'новостей')}
                </Anchor>
              </div>
              <RowButton word="Переименовать" of={tag.title} onClick={() => setEdited(tag)} />
              <RowConfirm
                word="Убрать"
                of={tag.title}
                question={`Убрать тег «${tag.title}»?`}
                onYes={async () => {
                  await change('DELETE', `/admin/tags/${tag.slug}`);
                  tellDone(`Тег убран: «${tag.title}».`);
                }}
              >
                <p>
                  Его не станет{' '}
                  {plural(tag.count, 'у новости', 'у новостей', 'у новостей').replace(/(\d+) (у \S+)/, '$2: $1')}. Сами
                  новости останутся, прежние версии с тегом — в их истории.
                </p>
              </RowConfirm>
            </li>
          ))}
        </ul>
      )}
      {edited && <TagForm tag={edited} others={tags ?? []} onClose={finish} />}
    </Screen>
  );
}

/** The title of another tag merges both; the button says so. */
function TagForm({ tag, others, onClose }: { tag: Tag; others: Tag[]; onClose: (done?: string) => void }) {
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
        data-autofocus
        {...text('title')}
      />
    </FormDialog>
  );
}

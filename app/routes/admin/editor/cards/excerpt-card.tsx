import { NativeSelect } from '@mantine/core';
import { AGE_MARKS } from '../../../../../model/settings/age-marks.ts';
import { Card } from '../../../../ui/admin/screen.tsx';
import { type CardProps, useField } from '../draft/use-draft.ts';
import { ArticleTextInput } from './text-input.tsx';

/** What readers see of an article before they open it. */
export function ExcerptCard({ draft, errors }: CardProps) {
  const ageMark = useField(draft, 'ageMark');
  return (
    <Card title="Анонс и соцсети">
      <ArticleTextInput
        {...{ draft, errors }}
        name="lead"
        description="Для карточек, поисковиков и соцсетей. Пусто — начало текста"
        isLong
      />
      <ArticleTextInput {...{ draft, errors }} name="socialTitle" description="Пусто — такое же, как у новости" />
      <NativeSelect
        name="ageMark"
        label="Возрастная отметка"
        description="Стоит у даты, если строже отметки сайта"
        data={[{ value: '', label: 'Как у сайта' }, ...AGE_MARKS]}
        value={ageMark}
        error={errors.ageMark}
        onChange={({ currentTarget }) => draft.set({ ageMark: currentTarget.value })}
      />
    </Card>
  );
}

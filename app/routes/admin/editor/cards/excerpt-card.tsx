import { NativeSelect, Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import { AGE_MARKS } from '../../../../../model/settings/age-marks.ts';
import { cardExcerpt, NEWS_EXCERPT } from '../../../../../model/text/excerpt.ts';
import { isEditor } from '../../../../../roles.ts';
import ui from '../../../../ui/admin/patterns.module.css';
import { Card } from '../../../../ui/admin/screen.tsx';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { usePin } from '../../news/use-article-actions.ts';
import type { Draft } from '../draft/draft.ts';
import { type CardProps, useDraft, useField } from '../draft/use-draft.ts';
import { ArticleTextInput } from './text-input.tsx';

/** What readers see of an article before they open it. */
export function ExcerptCard({ draft, errors }: CardProps) {
  const { role } = useSession();
  const lead = useField(draft, 'lead');
  const title = useField(draft, 'title');
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
      <CardPreview draft={draft} title={title} lead={lead.trim()} />
      {isEditor(role) && <PinSwitch draft={draft} />}
    </Card>
  );
}

function CardPreview({ draft, title, lead }: { draft: Draft; title: string; lead: string }) {
  const stored = useDraft(draft, 'article');
  const start = lead.replace(/\s+/g, ' ') || (stored?.lead ? '' : (stored?.excerpt ?? ''));
  // The excerpt of the server ends with «…» where it was cut, maybe in a word.
  const isCut = !lead && start.length > NEWS_EXCERPT;
  const text = isCut ? cardExcerpt(start.slice(0, -1), NEWS_EXCERPT - 1) : cardExcerpt(start, NEWS_EXCERPT);
  return (
    <figure className={ui.notice}>
      <figcaption className={ui.note}>Так это выглядит в карточке</figcaption>
      <b>{title || 'Без заголовка'}</b>
      <p>{text || 'Здесь будет начало текста.'}</p>
    </figure>
  );
}

function PinSwitch({ draft }: { draft: Draft }) {
  const stored = useDraft(draft, 'article');
  const pin = usePin();
  const [isPinned, setPinned] = useState(false);
  useEffect(() => setPinned(stored?.pinned ?? false), [stored]);
  if (!stored) return null;
  return (
    <Switch
      label="Закрепить наверху"
      description={
        stored.status === 'published'
          ? 'На главной и в новостях, отдельной карточкой. Закреплена может быть одна новость'
          : 'На главной и в новостях, как только новость выйдет. Закреплена может быть одна новость'
      }
      checked={isPinned}
      onChange={async ({ currentTarget: { checked } }) => {
        setPinned(checked);
        if (!(await pin(stored, checked))) setPinned(!checked);
      }}
    />
  );
}

import { SegmentedControl, Text, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Urgent } from '../../../../model/settings/urgent.ts';
import { plural } from '../../../../model/text/plural.ts';
import { Moment } from '../../../ui/admin/fields/moment.tsx';
import { completeAddress } from '../../../ui/admin/fields/web-address.ts';
import type { Stored } from '../../../ui/admin/form/use-stored-form.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { serverNow } from '../../../ui/time/server-clock.ts';
import styles from './live.module.css';
import { DeskButton, useSettingPress } from './main-button.tsx';
import type { Desk } from './use-desk.ts';

export type UrgentFields = { [Name in keyof Urgent]: NonNullable<Urgent[Name]> };

const MAX = 200;
const PERIODS = [
  { value: '', label: 'Без срока' },
  { value: '15', label: '15 минут' },
  { value: '60', label: '1 час' },
];
const NOTHING = { text: '', link: '' };
const SHOWN = 'Срочное сообщение показано';

export function UrgentForm({ stored, desk }: { stored: Stored<UrgentFields>; desk: Desk }) {
  const { isCoolingDown, press } = useSettingPress('/urgent', stored, desk);
  const [draft, setDraft] = useState(NOTHING);
  const [minutes, setMinutes] = useState('');
  const isShown = desk.done === `${SHOWN}.`;
  useEffect(() => {
    if (isShown) setDraft(NOTHING);
  }, [isShown]);
  const now = stored.value;
  const former = { text: now.text, link: now.link || null, minutes: minutesUntil(now.ends_at) };
  const text = draft.text.trim();
  const excess = text.length - MAX;
  const field = useRef<HTMLTextAreaElement>(null);
  const show = (event: FormEvent) => {
    event.preventDefault();
    if (text === '') return;
    if (excess > 0) return field.current?.focus();
    const body = { text, link: completeAddress(draft.link) || null, minutes: Number(minutes) || null };
    press({ label: SHOWN, body, former });
  };
  return (
    <>
      {now.text === '' ? (
        <p className={styles.note}>
          Сейчас на сайте его нет. Оно встанет наверху каждой страницы, и у тех, кто уже смотрит.
        </p>
      ) : (
        <div className={ui.notice} style={{ background: 'var(--accent-soft)' }}>
          <Text fw={600}>{now.text}</Text>
          <p className={styles.note}>
            {now.link && `Ссылка: ${now.link}. `}
            {now.ends_at ? <>Уйдёт само: {<Moment at={now.ends_at} />}.</> : 'Стоит, пока его не уберут.'}
          </p>
          <DeskButton
            disabled={isCoolingDown}
            onClick={() => press({ label: 'Срочное сообщение убрано', body: { text: '' }, former })}
          >
            Убрать с сайта
          </DeskButton>
        </div>
      )}
      <form className={ui.form} onSubmit={show} noValidate>
        <Textarea
          name="urgent_text"
          label={now.text === '' ? 'Текст' : 'Заменить на'}
          ref={field}
          description={`${text.length} из ${MAX} знаков`}
          error={
            excess > 0 && `Длиннее на ${plural(excess, 'знак', 'знака', 'знаков')}: так на сайт не уйдёт. Сократите.`
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autosize
          minRows={2}
          maxRows={5}
          value={draft.text}
          onChange={({ currentTarget: { value } }) => setDraft((before) => ({ ...before, text: value }))}
        />
        <LinkField desk={desk} value={draft.link} onChange={(link) => setDraft((before) => ({ ...before, link }))} />
        <SegmentedControl
          aria-label="Сколько показывать"
          fullWidth
          size="md"
          data={PERIODS}
          value={minutes}
          onChange={setMinutes}
        />
        <DeskButton type="submit" fullWidth disabled={text === '' || isCoolingDown}>
          Показать на сайте
        </DeskButton>
      </form>
    </>
  );
}

/** Says why it was refused, until it is changed. */
function LinkField({ desk, value, onChange }: { desk: Desk; value: string; onChange: (link: string) => void }) {
  const refused = desk.refused.find(({ label, fields }) => label === SHOWN && fields?.link);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!refused) return;
    field.current?.focus();
    // Not under the notice.
    field.current?.scrollIntoView({ block: 'center' });
  }, [refused]);
  return (
    <TextInput
      ref={field}
      name="urgent_link"
      label="Ссылка, если нужна"
      placeholder="/news/… или https://…"
      inputMode="url"
      value={value}
      error={refused?.fields?.link}
      onChange={({ currentTarget }) => {
        onChange(currentTarget.value);
        if (refused) desk.dismiss(refused.key);
      }}
    />
  );
}

function minutesUntil(end: string): number | null {
  return end === '' ? null : Math.max(1, Math.round((Date.parse(end) - serverNow()) / 60_000));
}

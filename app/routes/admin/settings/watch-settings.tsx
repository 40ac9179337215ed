import { Anchor, Textarea, TextInput } from '@mantine/core';
import { MomentField, useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import { clockName } from '../../../ui/admin/fields/zone.ts';
import { StoredForm } from '../../../ui/admin/form/stored-form.tsx';
import { useStoredForm } from '../../../ui/admin/form/use-stored-form.ts';
import { useChange } from '../../../ui/admin/queries.ts';
import { Card, panelHead, Screen } from '../../../ui/admin/screen.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { SwitchFields } from '../../../ui/admin/switched.tsx';
import { DelayCard, RecordingCard, StreamCard } from './watch-settings/cards.tsx';
import { completeAddresses, type Fields, NAMES, type SourceDraft, sourceName, WATCH } from './watch-settings/fields.ts';

const words = {
  notLoaded: () => 'Ошибка при загрузке настроек.',
  notSaved: (reason: string) => ({ text: `Ошибка при сохранении: ${reason}` }),
  saved: 'Настройки успешно сохранены!',
};

const OVER = {
  label: 'Эфир завершён',
  description: 'Включено — зрители видят текст «после эфира», запись и итоги, выключено — что эфир ещё не начался.',
};

export const meta = () => panelHead('Трансляция');

export default function WatchSettings() {
  const form = useStoredForm<Fields>(WATCH.path, completeAddresses);
  const { call } = useSession();
  const change = useChange(WATCH.path);
  const zone = useSiteTimeZone();
  const tellValue = (name: string, value: unknown) =>
    name === 'sources' ? (value as SourceDraft[]).map(sourceName).join(', ') : undefined;
  /** Switches at once: unsaved changes stay in the form, concurrent saves are kept. */
  const switchTo = async (id: string) => {
    const { data, version } = await call<Fields>('GET', WATCH.path);
    const { title, description } = data;
    const body = { title, description, active_source: id };
    const saved = await change('PUT', WATCH.path, { body, ifMatch: version });
    form.amend({ active_source: id }, version === form.version ? saved.version : null);
  };
  return (
    <Screen title="Трансляция" lead="Страница «Смотреть»: эфир, а до и после него — сообщения и запись.">
      <StoredForm form={form} names={NAMES} tellValue={tellValue} words={words}>
        {(values, stored) => (
          <>
            <Card>
              <SwitchFields {...{ of: WATCH, form, stored, values }} label="Трансляция включена" over={OVER} />
              <Anchor href="/watch" target="_blank">
                Открыть страницу «Смотреть»
              </Anchor>
            </Card>
            <Card title="Начало эфира">
              <MomentField
                label="Когда начнётся эфир"
                note={`${clockName(zone)}. Если оставить пустым, на главной будет дата из текстов сайта.`}
                {...form.moment('starts_at')}
              />
            </Card>
            <Card title="Тексты страницы">
              <TextInput label="Заголовок" withAsterisk aria-required {...form.text('title')} />
              <Textarea
                label="Описание"
                withAsterisk
                aria-required
                autosize
                minRows={3}
                maxRows={12}
                {...form.text('description')}
              />
            </Card>
            <StreamCard {...{ form, stored, values }} onSwitch={switchTo} />
            <DelayCard form={form} />
            <RecordingCard form={form} />
          </>
        )}
      </StoredForm>
    </Screen>
  );
}

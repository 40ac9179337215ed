import { Anchor, Switch, Textarea, TextInput } from '@mantine/core';
import { MomentField, momentText, useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import { clockName } from '../../../ui/admin/fields/zone.ts';
import { StoredForm } from '../../../ui/admin/form/stored-form.tsx';
import { useStoredForm } from '../../../ui/admin/form/use-stored-form.ts';
import { NowShown, OverSwitch } from '../../../ui/admin/now-shown.tsx';
import { useChange } from '../../../ui/admin/queries.ts';
import { Card, panelHead, Screen } from '../../../ui/admin/screen.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { DelayCard, RecordingCard, StreamCard } from './watch-settings/cards.tsx';
import {
  completeAddresses,
  courseOf,
  type Fields,
  NAMES,
  type SourceDraft,
  type StreamForm,
  shown,
  sourceName,
  withSwitch,
} from './watch-settings/fields.ts';

const REQUIRED = ['title', 'description'] as const;

const words = {
  notLoaded: () => 'Ошибка при загрузке настроек.',
  notSaved: (reason: string) => ({ text: `Ошибка при сохранении: ${reason}` }),
  saved: 'Настройки успешно сохранены!',
};

export const meta = () => panelHead('Трансляция');

export default function WatchSettings() {
  const form = useStoredForm<Fields>('/watch-settings', completeAddresses);
  const { values } = form;
  const { call } = useSession();
  const change = useChange('/watch-settings');
  const zone = useSiteTimeZone();
  const tellValue = (name: string, value: unknown) => {
    if (name.endsWith('starts_at') && typeof value === 'string' && value !== '') return momentText(value, zone);
    return name === 'sources' ? (value as SourceDraft[]).map(sourceName).join(', ') : undefined;
  };
  /** Switches at once: unsaved changes stay in the form, concurrent saves are kept. */
  const switchTo = async (id: string) => {
    const { data, version } = await call<Fields>('GET', '/watch-settings');
    const { title, description } = data;
    const body = { title, description, active_source: id };
    const saved = await change('PUT', '/watch-settings', { body, ifMatch: version });
    form.amend({ active_source: id }, version === form.version ? saved.version : null);
  };
  const check = () => {
    const empty = REQUIRED.filter((name) => !values?.[name].trim());
    const [first] = empty;
    if (!first) return true;
    form.refuse(
      Object.fromEntries(empty.map((name) => [name, 'Заполните это поле.'])),
      `${NAMES[first]}: заполните это поле.`,
    );
    document.querySelector<HTMLElement>(`main [name=${first}]`)?.focus();
    return false;
  };
  return (
    <Screen title="Трансляция" lead="Страница «Смотреть»: эфир, а до и после него — сообщения и запись.">
      <StoredForm
        form={form}
        nameOf={(name) => (name in NAMES ? NAMES[name as keyof typeof NAMES] : name)}
        tellValue={tellValue}
        words={words}
        check={check}
      >
        {(draft) => (
          <>
            <OnAir form={form} draft={draft} />
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
            <StreamCard form={form} onSwitch={switchTo} />
            <DelayCard form={form} />
            <RecordingCard form={form} />
          </>
        )}
      </StoredForm>
    </Screen>
  );
}

function OnAir({ form, draft }: { form: StreamForm; draft: Fields }) {
  const { stored } = form;
  const now = stored && shown(stored, stored);
  const after = stored && shown(stored, draft);
  const turn = (is_stream_enabled: boolean) => {
    form.set('is_stream_enabled', is_stream_enabled);
    if (stored) form.set('is_stream_over', withSwitch(stored, draft, is_stream_enabled).is_stream_over);
  };
  return (
    <Card>
      <Switch
        size="md"
        label="Трансляция включена"
        {...form.toggle('is_stream_enabled')}
        onChange={({ currentTarget }) => turn(currentTarget.checked)}
      />
      {stored && (
        <NowShown isOn={stored.is_stream_enabled} after={now === after ? undefined : after}>
          {now}
        </NowShown>
      )}
      <OverSwitch
        course={courseOf(draft)}
        label="Эфир завершён"
        description="Включено — зрители видят текст «после эфира», запись и итоги, выключено — что эфир ещё не начался."
        {...form.toggle('is_stream_over')}
      />
      <Anchor href="/watch" target="_blank">
        Открыть страницу «Смотреть»
      </Anchor>
    </Card>
  );
}

import { Anchor, Switch, Textarea, TextInput } from '@mantine/core';
import type { WatchSettings as Stored } from '../../../model/watch.ts';
import { momentText, useSiteTimeZone } from '../../ui/admin/moment.tsx';
import { MomentField } from '../../ui/admin/moment-field.tsx';
import { NowShown } from '../../ui/admin/now-shown.tsx';
import { Card, panelHead, Screen } from '../../ui/admin/screen.tsx';
import { StoredForm } from '../../ui/admin/stored-form.tsx';
import { useStoredForm } from '../../ui/admin/use-stored-form.ts';
import { zoneName } from '../../ui/admin/zone.ts';

/** An address or a start that nobody saved is empty in the form. */
type Fields = { [Name in keyof Stored]: NonNullable<Stored[Name]> };

const NAMES: Record<string, string> = {
  title: 'Заголовок',
  description: 'Описание',
  is_stream_enabled: 'Трансляция',
  stream_url: 'Адрес потока',
  player_url: 'Адрес плеера',
  starts_at: 'Начало эфира',
};
const REQUIRED = ['title', 'description'] as const;

const words = {
  notLoaded: () => 'Ошибка при загрузке настроек.',
  notSaved: (reason: string) => ({ text: `Ошибка при сохранении: ${reason}` }),
  saved: 'Настройки успешно сохранены!',
};

export const meta = () => panelHead('Трансляция');

export default function WatchSettings() {
  const form = useStoredForm<Fields>('/watch-settings');
  const { stored, values } = form;
  const zone = useSiteTimeZone();
  const tellValue = (name: string, value: unknown) =>
    name === 'starts_at' && typeof value === 'string' && value !== '' ? momentText(value, zone) : undefined;
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
    <Screen title="Трансляция" narrow lead="Страница «Смотреть»: эфир или сообщение о том, что он ещё не начался.">
      <StoredForm form={form} nameOf={(name) => NAMES[name] ?? name} tellValue={tellValue} words={words} check={check}>
        {(draft) => (
          <>
            <Card>
              <Switch size="md" label="Трансляция включена" {...form.toggle('is_stream_enabled')} />
              {stored && (
                <NowShown
                  isOn={stored.is_stream_enabled}
                  after={shown(stored) === shown(draft) ? undefined : shown(draft)}
                >
                  {shown(stored)}
                </NowShown>
              )}
              <Anchor href="/watch" target="_blank">
                Открыть страницу «Смотреть»
              </Anchor>
            </Card>
            <Card title="Когда начало">
              <MomentField
                name="starts_at"
                label="Начало эфира"
                note={`На часах сайта: ${zoneName(zone)}. Если оставить пустым, на главной будет дата из текстов сайта.`}
                value={draft.starts_at || null}
                error={form.errors.starts_at}
                onChange={(moment) => form.set('starts_at', moment ?? '')}
              />
            </Card>
            <Card title="Слова на странице">
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
            <Card title="Откуда идёт эфир">
              <TextInput
                label="Адрес потока"
                description="Плейлист HLS, обычно оканчивается на .m3u8. Если оставить пустым, сайт возьмёт поток из настроек сервера."
                placeholder="https://…/live.m3u8"
                inputMode="url"
                {...form.text('stream_url')}
              />
              <TextInput
                label="Адрес плеера"
                description="Оставьте пустым, чтобы показать поток в плеере сайта. Для VK Видео, Rutube, YouTube, Дзена или ОК вставьте адрес встраиваемого плеера, который начинается с https://."
                placeholder="/player"
                inputMode="url"
                {...form.text('player_url')}
              />
            </Card>
          </>
        )}
      </StoredForm>
    </Screen>
  );
}

function shown({ is_stream_enabled, player_url }: Fields): string {
  if (!is_stream_enabled) return 'сообщение, что трансляция ещё не началась.';
  if (player_url.trim() === '' || player_url.trim() === '/player') return 'эфир в плеере сайта.';
  return URL.canParse(player_url) ? `эфир в плеере ${new URL(player_url).host}.` : 'эфир во внешнем плеере.';
}

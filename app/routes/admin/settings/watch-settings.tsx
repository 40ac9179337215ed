import { Anchor, Button, Textarea, TextInput } from '@mantine/core';
import { MomentField, useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import { NumberField } from '../../../ui/admin/fields/whole-number.tsx';
import { clockName } from '../../../ui/admin/fields/zone.ts';
import { StoredForm } from '../../../ui/admin/form/stored-form.tsx';
import { useStoredForm } from '../../../ui/admin/form/use-stored-form.ts';
import { Card, panelHead, Screen } from '../../../ui/admin/screen.tsx';
import { SwitchFields } from '../../../ui/admin/switched.tsx';
import {
  completeAddresses,
  type Fields,
  NAMES,
  type SourceDraft,
  type StreamProps,
  sourceName,
  WATCH,
} from './watch-settings/fields.ts';
import { PlayerField, SourceList } from './watch-settings/sources.tsx';

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
  const zone = useSiteTimeZone();
  const tellValue = (name: string, value: unknown) =>
    name === 'sources' ? (value as SourceDraft[]).map(sourceName).join(', ') : undefined;
  return (
    <Screen title="Трансляция" lead="Страница «Смотреть»: эфир, а до и после него — сообщения и запись.">
      <StoredForm form={form} names={NAMES} tellValue={tellValue} words={words}>
        {(values, stored) => (
          <>
            <Card>
              <SwitchFields {...{ of: WATCH, form, stored, values }} label="Показывать трансляцию" over={OVER} />
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
            <StreamCard {...{ form, stored, values }} />
            <Card title="Отставание эфира">
              <NumberField
                label="Отставание плеера, секунд"
                description="Плеер сайта узнаёт своё отставание из потока сам. Для VK Видео, Rutube и потоков без отметок времени укажите, на сколько секунд картинка позже зала: «Сейчас на сцене» и баллы на странице «Смотреть» появятся позже на столько же."
                most={300}
                blank={0}
                {...form.number('delay_seconds')}
              />
            </Card>
            <RecordingCard form={form} />
          </>
        )}
      </StoredForm>
    </Screen>
  );
}

function StreamCard(props: StreamProps) {
  const { form, values } = props;
  if (values.sources.length > 0) return <SourceList {...props} />;
  const addSpare = () => {
    const { stream_url, player_url } = values;
    const own = { title: 'Основной', stream_url: stream_url || null, player_url: player_url || null };
    form.set('sources', [own, { title: 'Запасной', stream_url: null, player_url: null }]);
  };
  return (
    <Card title="Откуда идёт эфир">
      <TextInput
        label="Адрес потока"
        description="Плейлист HLS, обычно оканчивается на .m3u8. Если оставить пустым, сайт возьмёт поток из настроек сервера."
        placeholder="https://…/live.m3u8"
        inputMode="url"
        {...form.text('stream_url')}
      />
      <PlayerField
        description="Оставьте пустым, чтобы показать поток в плеере сайта. Для VK Видео, Rutube, YouTube, Дзена или Одноклассников вставьте адрес видео или код, который даёт «Поделиться» → «Встроить»."
        stream={values.stream_url}
        title={values.title}
        {...form.text('player_url')}
      />
      <div>
        <Button variant="default" px="md" onClick={addSpare}>
          Добавить запасной источник
        </Button>
      </div>
    </Card>
  );
}

function RecordingCard({ form }: Pick<StreamProps, 'form'>) {
  return (
    <Card title="После эфира">
      <TextInput
        type="url"
        inputMode="url"
        label="Адрес записи"
        description="Видео на Rutube, VK Видео, YouTube или в Одноклассниках, файл .mp4 или поток .m3u8: после эфира запись сама откроется на странице «Смотреть», по выступлениям. К другому адресу там будет кнопка «Смотреть запись». До конца эфира адреса на сайте нет."
        placeholder="https://"
        {...form.text('recording_url')}
      />
      <MomentField
        hasSeconds
        label="Начало записи"
        note="Когда сняли её первый кадр: от него считается место каждого выступления. Если оставить пустым — когда включили трансляцию."
        {...form.moment('recording_starts_at')}
      />
    </Card>
  );
}

import { Button, TextInput } from '@mantine/core';
import { MomentField } from '../../../../ui/admin/fields/moment.tsx';
import { NumberField } from '../../../../ui/admin/fields/whole-number.tsx';
import { Card } from '../../../../ui/admin/screen.tsx';
import type { Fields, StreamForm } from './fields.ts';
import { PlayerField } from './player-field.tsx';
import { SourceList } from './source-list.tsx';

export function DelayCard({ form }: { form: StreamForm }) {
  return (
    <Card title="Каждому в свою секунду">
      <NumberField
        label="Отставание плеера, секунд"
        description="Плеер сайта узнаёт своё отставание из потока сам. Для VK Видео, Rutube и потоков без отметок времени укажите, на сколько секунд картинка позже зала: «Сейчас на сцене» и баллы на странице «Смотреть» появятся позже на столько же."
        most={300}
        blank={0}
        {...form.number('delay_seconds')}
      />
    </Card>
  );
}

export function RecordingCard({ form }: { form: StreamForm }) {
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

export interface StreamProps {
  form: StreamForm;
  stored: Fields;
  values: Fields;
  /** Shows a source to all viewers. */
  onSwitch: (id: string) => Promise<void>;
}

export function StreamCard(props: StreamProps) {
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
        description="Оставьте пустым, чтобы показать поток в плеере сайта. Для VK Видео, Rutube, YouTube, Дзена или ОК вставьте адрес видео или код, который даёт «Поделиться» → «Встроить»."
        stream={values.stream_url}
        title={values.title}
        {...form.text('player_url')}
      />
      <div>
        <Button variant="default" onClick={addSpare}>
          Добавить запасной источник
        </Button>
      </div>
    </Card>
  );
}

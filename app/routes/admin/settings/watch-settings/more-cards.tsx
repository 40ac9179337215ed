import { TextInput } from '@mantine/core';
import { MomentField } from '../../../../ui/admin/fields/moment-field.tsx';
import { NumberField } from '../../../../ui/admin/fields/number-field.tsx';
import { Card } from '../../../../ui/admin/screen.tsx';
import type { Fields, StreamForm } from './fields.ts';

interface Props {
  form: StreamForm;
  draft: Fields;
}

export function DelayCard({ form, draft }: Props) {
  return (
    <Card title="Каждому в свою секунду">
      <NumberField
        name="delay_seconds"
        label="Отставание плеера, секунд"
        description="Плеер сайта узнаёт своё отставание из потока сам. Для VK Видео, Rutube и потоков без отметок времени укажите, на сколько секунд картинка позже зала: «Сейчас на сцене» и баллы на странице «Смотреть» появятся позже на столько же."
        most={300}
        blank={0}
        value={draft.delay_seconds}
        error={form.errors.delay_seconds}
        onChange={(seconds, wrong) => form.set('delay_seconds', wrong ?? seconds ?? 0)}
      />
    </Card>
  );
}

export function RecordingCard({ form, draft }: Props) {
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
        name="recording_starts_at"
        hasSeconds
        label="Начало записи"
        note="Когда сняли её первый кадр: от него считается место каждого выступления. Если оставить пустым — когда включили трансляцию."
        value={draft.recording_starts_at || null}
        error={form.errors.recording_starts_at}
        onChange={(moment) => form.set('recording_starts_at', moment ?? '')}
      />
    </Card>
  );
}

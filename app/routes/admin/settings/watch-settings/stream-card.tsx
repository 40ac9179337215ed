import { Button, TextInput } from '@mantine/core';
import { Card } from '../../../../ui/admin/screen.tsx';
import type { StreamForm } from './fields.ts';
import { PlayerField } from './player-field.tsx';
import { SourceList } from './source-list.tsx';

export function StreamCard({ form, onSwitch }: { form: StreamForm; onSwitch: (id: string) => Promise<void> }) {
  const { values } = form;
  if (!values) return null;
  if (values.sources.length > 0) return <SourceList form={form} onSwitch={onSwitch} />;
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

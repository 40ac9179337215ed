import { Image, Input, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import type { Show } from '../../../../model/programme/show-row.ts';
import { AGE_MARKS } from '../../../../model/settings/age-marks.ts';
import { isEditor } from '../../../../roles.ts';
import type { TextProps } from '../../../ui/admin/form/field-props.ts';
import { FormDialog, textsOf, useFormCall } from '../../../ui/admin/form/form-call.tsx';
import { tellDone } from '../../../ui/admin/notices.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { useSaveRow } from '../../../ui/admin/queries.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { PickImage } from '../uploads/images/pick-image.tsx';

const OPTIONAL = ['song', 'authors', 'region', 'image', 'image_credit', 'text', 'clip', 'age_mark'] as const;

interface Props {
  contestant?: Contestant;
  show?: Show; // At whose end a new one performs
  onClose: () => void;
}

export function ContestantForm({ contestant, show, onClose }: Props) {
  const save = useSaveRow('/admin/contestants', '/programme');
  const form = useFormCall(
    textsOf(contestant, ['name', ...OPTIONAL]),
    async (values) => {
      const also = contestant ? { is_withdrawn: contestant.is_withdrawn } : { shows: show ? [show.id] : [] };
      await save(contestant, { ...values, ...also });
      onClose();
      tellDone(`Участник ${contestant ? 'сохранён' : 'добавлен'}: ${values.name}.`);
    },
    OPTIONAL,
  );
  const { text, set } = form;
  return (
    <FormDialog title={['Изменить участника', 'Новый участник']} row={contestant} form={form} onClose={onClose}>
      <TextInput
        label="Имя"
        description="Исполнитель или группа, как их объявят."
        data-autofocus
        {...text('name', 100)}
      />
      <TextInput label="Песня" description="Без кавычек." {...text('song', 150)} />
      <TextInput label="Авторы" placeholder="музыка Анны Лебедевой, слова Ильи Тихого" {...text('authors', 300)} />
      <TextInput label="Страна или регион" {...text('region', 100)} />
      <PhotoField {...text('image')} onPick={(url) => set('image', url)} />
      <TextInput label="Автор фотографии" {...text('image_credit', 150)} />
      <Textarea
        label="Рассказ"
        description="Пустая строка начинает новый абзац."
        autosize
        minRows={4}
        maxRows={14}
        {...text('text', 10_000)}
      />
      <TextInput
        label="Клип"
        description="Ссылка на видео на Rutube, VK Видео, YouTube, Дзене или в Одноклассниках."
        placeholder="https://…"
        inputMode="url"
        {...text('clip')}
      />
      <NativeSelect
        label="Возрастная отметка"
        data={[{ value: '', label: 'Как у сайта' }, ...AGE_MARKS]}
        {...text('age_mark')}
      />
    </FormDialog>
  );
}

/** Only editors upload pictures and see the library. */
function PhotoField({ value, error, onPick }: TextProps & { onPick: (url: string) => void }) {
  const { role } = useSession();
  const photo = value !== '' && (
    <Image src={value} alt="Фотография" maw="20rem" radius="md" style={{ aspectRatio: '16 / 10' }} />
  );
  return (
    <Input.Wrapper
      size="md"
      label="Фотография"
      labelElement="div"
      error={error}
      description={
        isEditor(role)
          ? 'Лучше всего горизонтальная, от 1600 точек в ширину. Без неё сайт нарисует картинку сам.'
          : 'Фотографию загружает редактор. Без неё сайт нарисует картинку сам.'
      }
    >
      <div className={ui.list} style={{ marginTop: '0.5rem' }}>
        {isEditor(role) ? (
          <PickImage
            value={value}
            words={{ accusative: 'фотографию', genitive: 'фотографии' }}
            done="Фотография загружена. Сохраните участника, чтобы она появилась на сайте."
            onPick={onPick}
          >
            {photo}
          </PickImage>
        ) : (
          photo
        )}
      </div>
    </Input.Wrapper>
  );
}

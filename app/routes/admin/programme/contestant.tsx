import { ActionIcon, Badge, Group, Image, Menu, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import type { Show } from '../../../../model/programme/show-row.ts';
import { AGE_MARKS } from '../../../../model/settings/age-marks.ts';
import { quoted } from '../../../../model/text/quoted.ts';
import { isEditor } from '../../../../roles.ts';
import { Confirm, RowButton } from '../../../ui/admin/ask.tsx';
import { FormDialog, textsOf, useFormCall } from '../../../ui/admin/form/form-call.tsx';
import { Icon } from '../../../ui/admin/icon.tsx';
import { notifyError, notifySuccess } from '../../../ui/admin/notices.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { useSaveRow } from '../../../ui/admin/queries.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { Thumb } from '../news/status.tsx';
import { PictureField } from '../uploads/images/image-fields.tsx';
import type { ProgrammeState } from './use-programme.ts';

/** `number`: place in the running order. */
export function ContestantFacts({ contestant, number }: { contestant: Contestant; number?: number }) {
  const { name, song, region, image, age_mark, is_withdrawn } = contestant;
  const about = [song && quoted(song), region].filter(Boolean).join('\u00a0· ');
  return (
    <Group wrap="nowrap" gap="0.75rem" data-withdrawn={is_withdrawn || undefined}>
      {number !== undefined && (
        <span className={ui.number} aria-hidden="true">
          {number}
        </span>
      )}
      <Thumb url={image} icon="person" />
      <div style={{ minWidth: 0 }}>
        <Text fw={600}>{name}</Text>
        {about && (
          <Text size="sm" c="dimmed">
            {about}
          </Text>
        )}
        {(is_withdrawn || age_mark) && (
          <Group gap="0.375rem" mt="0.25rem">
            {is_withdrawn && <Badge color="red">Не участвует</Badge>}
            {age_mark && <Badge color="gray">{age_mark}</Badge>}
          </Group>
        )}
      </div>
    </Group>
  );
}

interface Props {
  contestant: Contestant;
  programme: ProgrammeState;
  isPublic?: boolean;
  onLeave?: () => Promise<void>; // Out of the show in whose list the contestant stands
}

export function ContestantActions({ contestant, programme, isPublic, onLeave }: Props) {
  const { withdraw, removeContestant } = programme;
  const { name, slug, is_withdrawn } = contestant;
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const close = () => setDialog(undefined);
  return (
    <>
      <RowButton word="Изменить" of={name} onClick={() => setDialog('edit')} />
      <Menu position="bottom-end" width={240} shadow="md">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Ещё: ${name}`}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isPublic && (
            <Menu.Item component="a" href={`/programme/${slug}`} target="_blank">
              Открыть на сайте
            </Menu.Item>
          )}
          <Menu.Item onClick={() => withdraw(contestant).catch(notifyError)}>
            {is_withdrawn ? 'Вернуть в конкурс' : 'Снять с конкурса'}
          </Menu.Item>
          {onLeave && <Menu.Item onClick={() => onLeave().catch(notifyError)}>Убрать из концерта</Menu.Item>}
          <Menu.Item c="red" onClick={() => setDialog('delete')}>
            Удалить
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'edit' && <ContestantForm contestant={contestant} onClose={close} />}
      {dialog === 'delete' && (
        <Confirm
          question="Удалить участника?"
          yes="Удалить"
          onYes={() => removeContestant(contestant).then(close)}
          onNo={close}
        >
          <p>{name}: страница сразу пропадёт с сайта, имя — из всех концертов. Вернуть нельзя.</p>
        </Confirm>
      )}
    </>
  );
}

const OPTIONAL = ['song', 'authors', 'region', 'image', 'image_credit', 'text', 'clip', 'age_mark'] as const;

interface FormProps {
  contestant?: Contestant;
  show?: Show; // At whose end a new one performs
  onClose: () => void;
}

export function ContestantForm({ contestant, show, onClose }: FormProps) {
  const { role } = useSession();
  const save = useSaveRow('/admin/contestants', '/programme');
  const form = useFormCall(
    textsOf(contestant, ['name', ...OPTIONAL]),
    async (values) => {
      const also = contestant ? { is_withdrawn: contestant.is_withdrawn } : { shows: show ? [show.id] : [] };
      await save(contestant, { ...values, ...also });
      onClose();
      notifySuccess(`Участник ${contestant ? 'сохранён' : 'добавлен'}: ${values.name}.`);
    },
    OPTIONAL,
  );
  const { text, set } = form;
  const photo = text('image');
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
      <PictureField
        label="Фотография"
        description={
          isEditor(role)
            ? 'Лучше всего горизонтальная, от 1600 точек в ширину. Без неё сайт нарисует картинку сам.'
            : 'Фотографию загружает редактор. Без неё сайт нарисует картинку сам.'
        }
        words={{ accusative: 'фотографию', genitive: 'фотографии' }}
        done="Фотография загружена. Сохраните участника, чтобы она появилась на сайте."
        value={photo.value}
        error={photo.error}
        onPick={(url) => set('image', url)}
      >
        {photo.value && (
          <Image src={photo.value} alt="Фотография" maw="20rem" radius="md" style={{ aspectRatio: '16 / 10' }} />
        )}
      </PictureField>
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

import { ColorInput, Image, Input, NativeSelect, SimpleGrid, Switch, TextInput } from '@mantine/core';
import type { Edition } from '../../../../model/editions/schema.ts';
import type { AdminPageLine } from '../../../../model/pages/schema.ts';
import { FormDialog, textsOf, useFormCall } from '../../../ui/admin/form/form-call.tsx';
import { tellDone } from '../../../ui/admin/notices.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { useAnswer, useSaveRow } from '../../../ui/admin/queries.ts';
import { PickImage } from '../uploads/images/pick-image.tsx';

const OPTIONAL = ['slug', 'city', 'hall', 'starts_on', 'ends_on', 'hosts', 'poster', 'accent', 'page_id'] as const;

interface Props {
  edition: Edition | undefined;
  onClose: () => void;
}

export function EditionForm({ edition, onClose }: Props) {
  const form = useEditionForm({ edition, onClose });
  const { data: pages = [] } = useAnswer<AdminPageLine[]>('/admin/pages');
  const { text, set, toggle } = form;
  const poster = text('poster');
  return (
    <FormDialog title={['Изменить фестиваль', 'Прошедший фестиваль']} row={edition} form={form} onClose={onClose}>
      <TextInput label="Название" placeholder="Рампа-2019" data-autofocus {...text('title', 100)} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="Год" inputMode="numeric" {...text('year')} />
        <TextInput label="Город" {...text('city', 100)} />
        <TextInput label="Первый день" type="date" {...text('starts_on')} />
        <TextInput label="Последний день" type="date" {...text('ends_on')} />
      </SimpleGrid>
      <TextInput label="Зал" {...text('hall', 200)} />
      <TextInput label="Ведущие" {...text('hosts', 300)} />
      {!edition && (
        <TextInput
          label="Адрес"
          description="Пусто — по году: /history/2019. Потом он не меняется."
          {...text('slug')}
        />
      )}
      <Input.Wrapper
        label="Афиша"
        labelElement="div"
        description="Лучше всего горизонтальная картинка, 16 : 10. Без неё стоит фотография победителя."
        error={poster.error}
      >
        <div className={ui.list} style={{ marginTop: '0.5rem' }}>
          <PickImage
            value={poster.value}
            words={{ accusative: 'афишу', genitive: 'афиши' }}
            done="Афиша загружена. Сохраните фестиваль, чтобы она появилась на сайте."
            onPick={(url) => set('poster', url)}
          >
            {poster.value && <Image src={poster.value} alt="" w={240} radius="sm" />}
          </PickImage>
        </div>
      </Input.Wrapper>
      <ColorInput
        label="Цвет"
        description="Акцент страницы в архиве; пусто — цвет сайта."
        format="hex"
        {...text('accent')}
        onChange={(colour) => set('accent', colour)}
      />
      <NativeSelect
        label="Рассказ"
        description="Страница сайта, текст и галереи которой стоят на странице фестиваля."
        data={[{ value: '', label: 'Нет' }, ...pages.map(({ id, title }) => ({ value: String(id), label: title }))]}
        {...text('page_id')}
      />
      {!edition?.is_current && (
        <Switch
          label="Показывать в архиве"
          description="Выключено — фестиваль и его участников видит только редакция."
          {...toggle('is_public')}
        />
      )}
    </FormDialog>
  );
}

function useEditionForm({ edition, onClose }: Props) {
  const save = useSaveRow<Edition>('/admin/editions');
  return useFormCall(
    { ...textsOf(edition, ['title', 'year', ...OPTIONAL]), is_public: edition?.is_public ?? true },
    async ({ year, page_id, ...values }) => {
      await save(edition, { ...values, year: Number(year), page_id: page_id === '' ? null : Number(page_id) });
      onClose();
      tellDone(`Фестиваль ${edition ? 'сохранён' : 'добавлен'}: ${values.title}.`);
    },
    OPTIONAL,
  );
}

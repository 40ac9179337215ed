import { Badge, Button, ColorInput, Group, Image, NativeSelect, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Edition } from '../../../model/editions/schema.ts';
import type { AdminPageLine } from '../../../model/pages/pages.ts';
import { archiveFields } from '../../../model/programme/table-columns.ts';
import { quoted } from '../../../model/text/quoted.ts';
import { RowButton, RowConfirm } from '../../ui/admin/ask.tsx';
import { FormDialog, textsOf, useFormCall } from '../../ui/admin/form/form-call.tsx';
import { Icon } from '../../ui/admin/icon.tsx';
import { LoadState } from '../../ui/admin/loading/states.tsx';
import { notifySuccess } from '../../ui/admin/notices.ts';
import ui from '../../ui/admin/patterns.module.css';
import { useChange, useGet, useSaveRow } from '../../ui/admin/queries.ts';
import { panelHead, Screen } from '../../ui/admin/screen.tsx';
import { TableDialog } from '../../ui/admin/table-dialog.tsx';
import { FormerEdition, StartEdition } from './editions/start-edition.tsx';
import { PictureField } from './uploads/images/image-fields.tsx';

export const meta = () => panelHead('Фестивали');

export default function Editions() {
  const { data: editions, problem, reload } = useGet<Edition[]>('/admin/editions');
  const change = useChange('/admin/editions');
  const [search, setSearch] = useSearchParams();
  const [edited, setEdited] = useState<Edition | 'new' | 'table'>();
  const close = () => setEdited(undefined);
  const remove = async ({ id, version, title }: Edition) => {
    await change('DELETE', `/admin/editions/${id}`, { ifMatch: `"${version}"` });
    notifySuccess(`Фестиваль удалён: ${title}.`);
  };
  if (search.has('start')) return <StartEdition onDone={() => setSearch({})} />;
  return (
    <Screen
      title="Фестивали"
      lead="О нынешнем фестивале весь сайт, прошедшие стоят в разделе «История»."
      actions={
        <>
          <Button variant="default" component={Link} to="?start" aria-label="Начать новый фестиваль">
            Начать новый
          </Button>
          <Button variant="default" aria-label="Прошлые фестивали из таблицы" onClick={() => setEdited('table')}>
            Из таблицы
          </Button>
          <Button leftSection={<Icon name="plus" />} onClick={() => setEdited('new')}>
            Добавить прошедший
          </Button>
        </>
      }
    >
      <FormerEdition />
      <LoadState data={editions} problem={problem} reload={reload} rows={4} />
      <ul className={ui.rows}>
        {editions?.map((edition) => (
          <li key={edition.id}>
            <EditionFacts edition={edition} />
            <Group gap="xs">
              <RowButton word="Изменить" of={edition.title} onClick={() => setEdited(edition)} />
              {!edition.is_current && (
                <RowConfirm
                  word="Удалить"
                  of={edition.title}
                  px="xs"
                  question={`Удалить фестиваль ${quoted(edition.title)}?`}
                  onYes={() => remove(edition)}
                >
                  <p>
                    Вместе с ним пропадут его концерты, участники, баллы и партнёры, а их адреса перестанут открываться.
                    Вернуть их можно будет только из резервной копии.
                  </p>
                </RowConfirm>
              )}
            </Group>
          </li>
        ))}
      </ul>
      {edited === 'table' ? (
        <TableDialog
          title="Прошлые фестивали из таблицы"
          lead="В строке одно выступление: год, город, концерт, дата, участник, песня, место, баллы. Год, фестиваль и концерт можно не повторять. Сначала покажем, что изменится."
          placeholder={'Год\tГород\tДата\tУчастник\tПесня\tБаллы\n2019\tДербент\t20.07.2019\tАнна Лебедева\tСвет\t120'}
          fields={archiveFields}
          path="/admin/editions/table"
          done="Прошлые фестивали загружены."
          published="/history"
          isWhole
          onClose={close}
        />
      ) : (
        edited && <EditionForm edition={edited === 'new' ? undefined : edited} onClose={close} />
      )}
    </Screen>
  );
}

function EditionFacts({ edition }: { edition: Edition }) {
  const { slug, title, year, city, hall, is_current, is_public } = edition;
  const of = is_current ? '' : `?edition=${slug}`;
  return (
    <div className={ui.about}>
      <Group gap="xs">
        <Text fw={600}>{title}</Text>
        {is_current && <Badge color="green">Нынешний</Badge>}
        {!is_public && <Badge color="gray">Скрыт</Badge>}
      </Group>
      <span className={ui.note}>{[year, city, hall].filter(Boolean).join(' · ')}</span>
      <Group gap="md" className={ui.links ?? ''}>
        <Link to={`/admin/programme${of}`}>Программа</Link>
        <Link to={`/admin/results${of}`}>Итоги</Link>
        {!is_current && is_public && <a href={`/history/${slug}`}>На сайте</a>}
      </Group>
    </div>
  );
}

const OPTIONAL = ['slug', 'city', 'hall', 'starts_on', 'ends_on', 'hosts', 'poster', 'accent', 'page_id'] as const;

function EditionForm({ edition, onClose }: { edition: Edition | undefined; onClose: () => void }) {
  const save = useSaveRow<Edition>('/admin/editions');
  const form = useFormCall(
    { ...textsOf(edition, ['title', 'year', ...OPTIONAL]), is_public: edition?.is_public ?? true },
    async ({ year, page_id, ...values }) => {
      await save(edition, { ...values, year: Number(year), page_id: page_id === '' ? null : Number(page_id) });
      onClose();
      notifySuccess(`Фестиваль ${edition ? 'сохранён' : 'добавлен'}: ${values.title}.`);
    },
    OPTIONAL,
  );
  const { data: pages = [] } = useGet<AdminPageLine[]>('/admin/pages');
  const { text, set, toggle } = form;
  const { value, error } = text('poster');
  return (
    <FormDialog title={['Изменить фестиваль', 'Прошедший фестиваль']} row={edition} form={form} onClose={onClose}>
      <TextInput label="Название" placeholder="Рампа-2019" data-autofocus {...text('title', 100)} />
      <div className={ui.pair}>
        <TextInput label="Год" inputMode="numeric" {...text('year')} />
        <TextInput label="Город" {...text('city', 100)} />
        <TextInput label="Первый день" type="date" {...text('starts_on')} />
        <TextInput label="Последний день" type="date" {...text('ends_on')} />
      </div>
      <TextInput label="Зал" {...text('hall', 200)} />
      <TextInput label="Ведущие" {...text('hosts', 300)} />
      {!edition && (
        <TextInput
          label="Адрес"
          description="Пусто — по году: /history/2019. Потом он не меняется."
          {...text('slug')}
        />
      )}
      <PictureField
        label="Афиша"
        description="Лучше всего горизонтальная картинка, 16 : 10. Без неё стоит фотография победителя."
        words={{ accusative: 'афишу', genitive: 'афиши' }}
        done="Афиша загружена. Сохраните фестиваль, чтобы она появилась на сайте."
        {...{ value, error }}
        onPick={(url) => set('poster', url)}
      >
        {value && <Image src={value} alt="" w={240} radius="sm" />}
      </PictureField>
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

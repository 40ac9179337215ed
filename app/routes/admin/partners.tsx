import { Badge, Box, Button, Group, Image, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Partner } from '../../../model/partners.ts';
import { RowButton, RowConfirm } from '../../ui/admin/ask.tsx';
import { completeAddress } from '../../ui/admin/fields/web-address.ts';
import { FormDialog, textsOf, useFormCall } from '../../ui/admin/form/form-call.tsx';
import { Icon } from '../../ui/admin/icon.tsx';
import { Empty, LoadState } from '../../ui/admin/loading/states.tsx';
import { notifySuccess } from '../../ui/admin/notices.ts';
import { useChange, useGet, useSaveRow } from '../../ui/admin/queries.ts';
import { panelHead, Screen } from '../../ui/admin/screen.tsx';
import { SortableList } from '../../ui/admin/sortable/sortable-list.tsx';
import { LogoField } from './uploads/images/image-fields.tsx';

export const meta = () => panelHead('Партнёры');

export default function Partners() {
  const { data: partners, problem, reload } = useGet<Partner[]>('/partners');
  const change = useChange('/partners');
  const [edited, setEdited] = useState<Partner | 'new'>();
  const order = (ids: number[], keepalive: boolean) =>
    change('PUT', '/admin/partners/order', { body: { ids }, keepalive });
  const remove = async ({ id, version, name }: Partner) => {
    await change('DELETE', `/admin/partners/${id}`, { ifMatch: `"${version}"` });
    notifySuccess(`Партнёр удалён: ${name}.`);
  };
  const actions = (partner: Partner) => (
    <>
      <RowButton word="Изменить" of={partner.name} onClick={() => setEdited(partner)} />
      <RowConfirm word="Удалить" of={partner.name} px="xs" question="Удалить партнёра?" onYes={() => remove(partner)}>
        <p>{partner.name}: логотип и ссылка сразу пропадут с сайта. Вернуть нельзя.</p>
      </RowConfirm>
    </>
  );
  return (
    <Screen
      title="Партнёры"
      lead="Логотипы внизу каждой страницы и в разделе «О нас», в этом порядке."
      actions={
        <Button leftSection={<Icon name="plus" />} onClick={() => setEdited('new')}>
          Добавить партнёра
        </Button>
      }
    >
      <LoadState data={partners} problem={problem} reload={reload} rows={4} />
      {partners?.length === 0 && (
        <Empty title="Партнёров пока нет">
          <p>Добавьте первого: достаточно названия, логотип и ссылку можно приложить потом.</p>
        </Empty>
      )}
      {partners && partners.length > 0 && (
        <SortableList items={partners} onOrder={order} actions={actions}>
          {(partner) => <PartnerFacts partner={partner} />}
        </SortableList>
      )}
      {edited && (
        <PartnerForm
          partner={edited === 'new' ? undefined : edited}
          groups={[...new Set(partners?.map(({ group }) => group).filter(Boolean))]}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Screen>
  );
}

function PartnerFacts({ partner: { name, group, link, logo, advertiser } }: { partner: Partner }) {
  const about = [group, link?.replace(/^https?:\/\/|\/$/g, '')].filter(Boolean).join('\u00a0· ');
  return (
    <Group gap="md" wrap="nowrap">
      {logo ? <Image {...PLATE} src={logo} alt="" p={6} fit="contain" bg="white" radius="sm" /> : <Box {...PLATE} />}
      <div style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          {advertiser && <Badge variant="light">Реклама</Badge>}
        </Group>
        {about && (
          <Text size="sm" c="dimmed">
            {about}
          </Text>
        )}
      </div>
    </Group>
  );
}

const PLATE = { w: { base: 72, sm: 104 }, h: 52, flex: 'none' };

const USUAL_GROUPS = ['Генеральный партнёр', 'Партнёры', 'Информационные партнёры', 'При поддержке'];
const OPTIONAL = ['group', 'link', 'logo', 'advertiser', 'erid'] as const;

interface Props {
  partner: Partner | undefined;
  groups: string[];
  onClose: () => void;
}

function PartnerForm({ partner, groups, onClose }: Props) {
  const save = useSaveRow<Partner>('/admin/partners', '/partners');
  const form = useFormCall(
    textsOf(partner, ['name', ...OPTIONAL]),
    async (values) => {
      const { name } = await save(partner, { ...values, link: completeAddress(values.link) });
      onClose();
      notifySuccess(`Партнёр ${partner ? 'сохранён' : 'добавлен'}: ${name}.`);
    },
    OPTIONAL,
  );
  const { text, set } = form;
  return (
    <FormDialog title={['Изменить партнёра', 'Новый партнёр']} row={partner} form={form} onClose={onClose}>
      <TextInput label="Название" data-autofocus {...text('name', 100)} />
      <TextInput
        label="Группа"
        description="Заголовок над логотипом. Партнёры одной группы стоят вместе."
        list="partner-groups"
        {...text('group', 60)}
      />
      <datalist id="partner-groups">
        {[...new Set([...groups, ...USUAL_GROUPS])].map((group) => (
          <option key={group} value={group} />
        ))}
      </datalist>
      <TextInput label="Ссылка" placeholder="https://…" inputMode="url" {...text('link')} />
      <LogoField
        label="Логотип"
        placeholder="Нет: на сайте стоит название"
        done="Логотип загружен. Сохраните партнёра, чтобы он появился на сайте."
        isOnPlate
        note="Лучше всего PNG или WebP с прозрачным фоном. На сайте он стоит на белой плашке, высотой до 64 точек; кто его не видит, услышит название."
        {...text('logo')}
        onPick={(url) => set('logo', url)}
      />
      <TextInput
        label="Рекламодатель"
        description="Если это реклама: рядом появится пометка «Реклама» и это название."
        placeholder="ООО «Название», ИНН …"
        {...text('advertiser', 200)}
      />
      <TextInput label="Токен erid" description="Выдаёт оператор рекламных данных." {...text('erid')} />
    </FormDialog>
  );
}

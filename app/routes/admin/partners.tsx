import { Badge, Button, Group, Image, Text } from '@mantine/core';
import { useState } from 'react';
import type { Partner } from '../../../model/partners.ts';
import { Confirm } from '../../ui/admin/dialog.tsx';
import { offerUndo } from '../../ui/admin/form/undo.tsx';
import { Icon } from '../../ui/admin/icon.tsx';
import { Empty, LoadState } from '../../ui/admin/loading/states.tsx';
import { useAnswer, useChange } from '../../ui/admin/queries.ts';
import { panelHead, RowButton, Screen } from '../../ui/admin/screen.tsx';
import { useSession } from '../../ui/admin/sign-in/session.tsx';
import { SortableList } from '../../ui/admin/sortable/sortable-list.tsx';
import { PartnerForm } from './partners/partner-form.tsx';

export const meta = () => panelHead('Партнёры');

export default function Partners() {
  const { partners, problem, reload, order, remove } = usePartners();
  const [edited, setEdited] = useState<Partner | 'new'>();
  const [leaving, setLeaving] = useState<Partner>();

  const actions = (partner: Partner) => (
    <>
      <RowButton word="Изменить" of={partner.name} onClick={() => setEdited(partner)} />
      <RowButton word="Удалить" of={partner.name} isDanger px="xs" onClick={() => setLeaving(partner)} />
    </>
  );

  return (
    <Screen
      title="Партнёры"
      narrow
      lead="Их логотипы стоят внизу каждой страницы и на странице «О нас»: по группам, в этом порядке."
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
      {leaving && (
        <Confirm
          question="Удалить партнёра?"
          yes="Удалить"
          onYes={() => remove(leaving).then(() => setLeaving(undefined))}
          onNo={() => setLeaving(undefined)}
        >
          <p>{leaving.name}: логотип и ссылка сразу пропадут с сайта.</p>
        </Confirm>
      )}
    </Screen>
  );
}

function usePartners() {
  const { call } = useSession();
  const { data: partners, problem, reload } = useAnswer<Partner[]>('/partners');
  const change = useChange('/partners');
  const order = (ids: number[], keepalive: boolean) =>
    change('PUT', '/admin/partners/order', { body: { ids }, keepalive });
  const remove = async ({ id, version, ...fields }: Partner) => {
    const place = partners?.findIndex((each) => each.id === id) ?? 0;
    await change('DELETE', `/admin/partners/${id}`, { ifMatch: `"${version}"` });
    const undo = async () => {
      const { data } = await call<Partner>('POST', '/admin/partners', { body: fields });
      const { data: all } = await call<Partner[]>('GET', '/partners');
      const ids = all.map((each) => each.id).filter((each) => each !== data.id);
      await call('PUT', '/admin/partners/order', { body: { ids: ids.toSpliced(place, 0, data.id) } });
    };
    offerUndo({ text: `Партнёр удалён: ${fields.name}.`, undo });
  };
  return { partners, problem, reload, order, remove };
}

function PartnerFacts({ partner: { name, group, link, logo, advertiser } }: { partner: Partner }) {
  const about = [group, link?.replace(/^https?:\/\/|\/$/g, '')].filter(Boolean).join(' · ');
  return (
    <Group gap="md" wrap="nowrap">
      {logo && (
        <Image
          src={logo}
          alt=""
          w={{ base: 72, sm: 104 }}
          h={52}
          p={6}
          fit="contain"
          bg="white"
          radius="sm"
          flex="none"
        />
      )}
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

import { NativeSelect } from '@mantine/core';
import type { PagePlace } from '../../../../../model/articles/kinds.ts';
import { Card } from '../../../../ui/admin/screen.tsx';
import type { Draft } from '../draft/draft.ts';
import { useField } from '../draft/use-draft.ts';

export const PLACE_NAMES: Record<PagePlace, string> = {
  none: 'Нигде, только по ссылке',
  footer: 'В подвале',
  menu: 'В меню, под «Ещё»',
  both: 'В подвале и в меню',
};

/** Where the site links a page; their order is that of the list. */
export function PlaceCard({ draft, error }: { draft: Draft; error: string | undefined }) {
  const place = useField(draft, 'place');
  return (
    <Card title="Место на сайте">
      <NativeSelect
        name="place"
        label="Где стоит ссылка"
        description="Появится, когда страница выйдет. Порядок ссылок задаётся в списке страниц"
        data={Object.entries(PLACE_NAMES).map(([value, label]) => ({ value, label }))}
        value={place}
        error={error}
        onChange={({ currentTarget }) => draft.set({ place: currentTarget.value as PagePlace })}
      />
    </Card>
  );
}

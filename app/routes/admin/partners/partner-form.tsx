import { TextInput } from '@mantine/core';
import type { Partner } from '../../../../model/partners.ts';
import { completeAddress } from '../../../ui/admin/fields/web-address.ts';
import { FormDialog, useFormCall } from '../../../ui/admin/form/form-call.tsx';
import { tellDone } from '../../../ui/admin/notices.ts';
import { useChange } from '../../../ui/admin/queries.ts';
import { LogoField } from '../settings/site-text/look-fields.tsx';

const USUAL_GROUPS = ['Генеральный партнёр', 'Партнёры', 'Информационные партнёры', 'При поддержке'];
const OPTIONAL = ['group', 'link', 'logo', 'advertiser', 'erid'] as const;

type Values = Record<'name' | (typeof OPTIONAL)[number], string>;

interface Props {
  /** Undefined for a new one. */
  partner: Partner | undefined;
  groups: string[];
  onClose: () => void;
}

export function PartnerForm({ partner, groups, onClose }: Props) {
  const form = usePartnerForm(partner, onClose);
  const { text, set } = form;
  return (
    <FormDialog
      title={partner ? 'Изменить партнёра' : 'Новый партнёр'}
      yes={partner ? 'Сохранить' : 'Добавить'}
      form={form}
      onClose={onClose}
    >
      <TextInput label="Название" required withAsterisk maxLength={100} data-autofocus {...text('name')} />
      <TextInput
        label="Группа"
        description="Заголовок над логотипом. Партнёры одной группы стоят вместе."
        maxLength={60}
        list="partner-groups"
        {...text('group')}
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
        maxLength={200}
        {...text('advertiser')}
      />
      <TextInput label="Токен erid" description="Выдаёт оператор рекламных данных." {...text('erid')} />
    </FormDialog>
  );
}

function usePartnerForm(partner: Partner | undefined, onClose: () => void) {
  const change = useChange('/partners');
  const save = async (values: Values) => {
    const body = { ...values, link: completeAddress(values.link) };
    const { data } = partner
      ? await change<Partner>('PUT', `/admin/partners/${partner.id}`, { body, ifMatch: `"${partner.version}"` })
      : await change<Partner>('POST', '/admin/partners', { body });
    onClose();
    tellDone(partner ? `Партнёр сохранён: ${data.name}.` : `Партнёр добавлен: ${data.name}.`);
  };
  return useFormCall(valuesOf(partner), save, OPTIONAL);
}

function valuesOf(partner: Partner | undefined): Values {
  return Object.fromEntries((['name', ...OPTIONAL] as const).map((name) => [name, partner?.[name] ?? ''])) as Values;
}

import { TextInput } from '@mantine/core';
import type { Partner } from '../../../../model/partners.ts';
import { completeAddress } from '../../../ui/admin/fields/web-address.ts';
import { FormDialog } from '../../../ui/admin/form/form-dialog.tsx';
import { useFormCall } from '../../../ui/admin/form/use-form-call.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { ApiError } from '../../../ui/errors/api-error.ts';
import { LogoField } from '../settings/site-text/logo-field.tsx';

const USUAL_GROUPS = ['Генеральный партнёр', 'Партнёры', 'Информационные партнёры', 'При поддержке'];
const OPTIONAL = ['group', 'link', 'logo', 'advertiser', 'erid'] as const;

type Values = Record<'name' | (typeof OPTIONAL)[number], string>;

interface Props {
  /** Undefined for a new one. */
  partner: Partner | undefined;
  groups: string[];
  onClose: (saved?: Partner) => void;
  /** After 412 or 404. */
  onStale: () => Promise<void>;
}

export function PartnerForm({ partner, groups, onClose, onStale }: Props) {
  const form = usePartnerForm(partner, onClose, onStale);
  const { text, set } = form;
  return (
    <FormDialog
      title={partner ? 'Изменить партнёра' : 'Новый партнёр'}
      yes={partner ? 'Сохранить' : 'Добавить'}
      form={form}
      onClose={() => onClose()}
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

function usePartnerForm(partner: Partner | undefined, onSaved: (saved: Partner) => void, onStale: () => Promise<void>) {
  const { call } = useSession();
  const save = async (values: Values) => {
    const body = { ...values, link: completeAddress(values.link) };
    try {
      const { data } = partner
        ? await call<Partner>('PUT', `/admin/partners/${partner.id}`, { body, ifMatch: `"${partner.version}"` })
        : await call<Partner>('POST', '/admin/partners', { body });
      onSaved(data);
    } catch (error) {
      if (error instanceof ApiError && (error.status === 412 || error.status === 404)) await onStale();
      throw error;
    }
  };
  return useFormCall(valuesOf(partner), save, OPTIONAL);
}

function valuesOf(partner: Partner | undefined): Values {
  return Object.fromEntries((['name', ...OPTIONAL] as const).map((name) => [name, partner?.[name] ?? ''])) as Values;
}

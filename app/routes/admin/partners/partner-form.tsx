import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Partner } from '../../../../model/partners.ts';
import { Confirm } from '../../../ui/admin/confirm.tsx';
import { Dialog, DialogButtons } from '../../../ui/admin/dialog.tsx';
import { completeAddress } from '../../../ui/admin/fields/web-address.ts';
import { Problem } from '../../../ui/admin/loading/states.tsx';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { ApiError, extractError } from '../../../ui/errors/api-error.ts';
import { LogoField } from '../site-text/logo-field.tsx';

const USUAL_GROUPS = ['Генеральный партнёр', 'Партнёры', 'Информационные партнёры', 'При поддержке'];
const FIELDS = ['name', 'group', 'link', 'logo', 'advertiser', 'erid'] as const;

type Values = Record<(typeof FIELDS)[number], string>;

interface Props {
  /** Undefined for a new one. */
  partner: Partner | undefined;
  groups: string[];
  onClose: (saved?: Partner) => void;
  /** After 412 or 404. */
  onStale: () => Promise<void>;
}

export function PartnerForm({ partner, groups, onClose, onStale }: Props) {
  const { field, put, isChanged, save, busy, problem } = usePartnerForm(partner, onClose, onStale);
  const [isLeaving, setLeaving] = useState(false);
  return (
    <Dialog
      title={partner ? 'Изменить партнёра' : 'Новый партнёр'}
      role="alertdialog"
      onClose={() => (isChanged && !busy ? setLeaving(true) : onClose())}
    >
      <form noValidate onSubmit={save}>
        <Stack>
          <TextInput label="Название" required withAsterisk maxLength={100} data-autofocus {...field('name')} />
          <TextInput
            label="Группа"
            description="Заголовок над логотипом. Партнёры одной группы стоят вместе."
            maxLength={60}
            list="partner-groups"
            {...field('group')}
          />
          <datalist id="partner-groups">
            {[...new Set([...groups, ...USUAL_GROUPS])].map((group) => (
              <option key={group} value={group} />
            ))}
          </datalist>
          <TextInput label="Ссылка" placeholder="https://…" inputMode="url" {...field('link')} />
          <LogoField
            label="Логотип"
            placeholder="Нет: на сайте стоит название"
            done="Логотип загружен. Сохраните партнёра, чтобы он появился на сайте."
            isOnPlate
            note="Лучше всего PNG или WebP с прозрачным фоном. На сайте он стоит на белой плашке, высотой до 64 точек; кто его не видит, услышит название."
            {...field('logo')}
            onPick={(url) => put('logo', url)}
          />
          <TextInput
            label="Рекламодатель"
            description="Если это реклама: рядом появится пометка «Реклама» и это название."
            placeholder="ООО «Название», ИНН …"
            maxLength={200}
            {...field('advertiser')}
          />
          <TextInput label="Токен erid" description="Выдаёт оператор рекламных данных." {...field('erid')} />
          {problem && <Problem text={`Ошибка: ${problem}`} />}
          <DialogButtons>
            <Button variant="default" disabled={busy} onClick={() => (isChanged ? setLeaving(true) : onClose())}>
              Отмена
            </Button>
            <Button type="submit" loading={busy}>
              {partner ? 'Сохранить' : 'Добавить'}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
      {isLeaving && (
        <Confirm
          question="Закрыть без сохранения?"
          yes="Закрыть"
          no="Остаться"
          onYes={() => onClose()}
          onNo={() => setLeaving(false)}
        >
          <p>Введённое пропадёт.</p>
        </Confirm>
      )}
    </Dialog>
  );
}

function usePartnerForm(partner: Partner | undefined, onSaved: (saved: Partner) => void, onStale: () => Promise<void>) {
  const { call } = useSession();
  const before = valuesOf(partner);
  const [values, setValues] = useState(before);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const put = (name: keyof Values, value: string) => {
    setValues((now) => ({ ...now, [name]: value }));
    setErrors(({ [name]: _gone, ...rest }) => rest);
  };
  const field = (name: keyof Values) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => put(name, currentTarget.value),
  });
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setBusy(true);
    setProblem('');
    const body = { ...values, link: completeAddress(values.link) };
    try {
      const { data } = partner
        ? await call<Partner>('PUT', `/admin/partners/${partner.id}`, { body, ifMatch: `"${partner.version}"` })
        : await call<Partner>('POST', '/admin/partners', { body });
      onSaved(data);
    } catch (error) {
      setBusy(false);
      setProblem(extractError(error));
      if (!(error instanceof ApiError)) return;
      setErrors(error.fields);
      // The button that had the focus was switched off meanwhile.
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true], [type=submit]')?.focus());
      if (error.status === 412 || error.status === 404) await onStale();
    }
  };
  const isChanged = FIELDS.some((name) => values[name] !== before[name]);
  return { field, put, isChanged, save, busy, problem };
}

function valuesOf(partner: Partner | undefined): Values {
  return Object.fromEntries(FIELDS.map((name) => [name, partner?.[name] ?? ''])) as Values;
}

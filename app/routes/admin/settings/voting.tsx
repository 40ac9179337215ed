import { Anchor, Switch, Textarea, TextInput } from '@mantine/core';
import { MomentField, momentText, useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import { NumberField } from '../../../ui/admin/fields/number-field.tsx';
import { completeAddress } from '../../../ui/admin/fields/web-address.ts';
import { clockName } from '../../../ui/admin/fields/zone.ts';
import type { Value } from '../../../ui/admin/form/field-props.ts';
import { StoredForm } from '../../../ui/admin/form/stored-form.tsx';
import { useStoredForm } from '../../../ui/admin/form/use-stored-form.ts';
import { NowShown, OverSwitch } from '../../../ui/admin/now-shown.tsx';
import { Card, panelHead, Screen } from '../../../ui/admin/screen.tsx';
import { courseOf, type Fields, NAMES, shown, stateOf, type VoteForm, withSwitch } from './voting/fields.ts';

/** Duration of the success message, in ms. */
const SUCCESS_FOR = 3000;

const words = {
  notLoaded: (reason: string) => `Ошибка: ${reason}`,
  notSaved: (text: string) => ({ text }),
  saved: 'Настройки успешно сохранены!',
};

export const meta = () => panelHead('Голосование');

const completeVotingUrl = ({ voting_url }: Fields) => ({ voting_url: completeAddress(voting_url) });

export default function Voting() {
  const form = useStoredForm<Fields>('/vote-settings', completeVotingUrl);
  const zone = useSiteTimeZone();
  const tellValue = (name: string, value: Value | undefined) => {
    if (name === 'vote_state') return value === 'not_held' ? 'не проводится' : 'проводится';
    return name.endsWith('_at') && value ? momentText(String(value), zone) : undefined;
  };
  return (
    <Screen title="Голосование" lead="Само голосование проходит на внешней странице; сайт только ведёт на неё.">
      <StoredForm
        form={form}
        nameOf={(name) => (name in NAMES ? NAMES[name as keyof typeof NAMES] : name)}
        tellValue={tellValue}
        words={words}
        savedFor={SUCCESS_FOR}
      >
        {(values) => (
          <>
            <Opening form={form} values={values} />
            <Hours form={form} isHeld={values.vote_state !== 'not_held'} />
            <Card title="Тексты страницы">
              <TextInput label="Заголовок" {...form.text('title')} />
              <Textarea label="Описание" autosize minRows={3} maxRows={12} {...form.text('description')} />
              <Anchor href="/vote" target="_blank">
                Открыть страницу «Голосовать»
              </Anchor>
            </Card>
          </>
        )}
      </StoredForm>
    </Screen>
  );
}

function Opening({ form, values }: { form: VoteForm; values: Fields }) {
  const zone = useSiteTimeZone();
  const { stored } = form;
  const now = stored && shown(stored, stored, zone);
  const after = stored && shown(stored, values, zone);
  const open = (is_voting_enabled: boolean) => {
    form.set('is_voting_enabled', is_voting_enabled);
    if (stored) form.set('is_voting_over', withSwitch(stored, values, is_voting_enabled).is_voting_over);
  };
  return (
    <Card>
      <Switch
        size="md"
        label="Голосование открыто"
        {...form.toggle('is_voting_enabled')}
        onChange={({ currentTarget }) => open(currentTarget.checked)}
      />
      <TextInput
        type="url"
        inputMode="url"
        label="Адрес голосования"
        description="Полный адрес внешней страницы. Она откроется в новой вкладке."
        placeholder="https://"
        {...form.text('voting_url')}
      />
      {stored && (
        <NowShown isOn={stateOf(stored) === 'open'} after={now === after ? undefined : after}>
          {now}
        </NowShown>
      )}
      {values.vote_state !== 'not_held' && (
        <OverSwitch
          course={courseOf(values)}
          label="Голосование завершено"
          description="Включено — посетители видят текст «после голосования» и итоги, выключено — что оно ещё не открыто."
          {...form.toggle('is_voting_over')}
        />
      )}
    </Card>
  );
}

function Hours({ form, isHeld }: { form: VoteForm; isHeld: boolean }) {
  const zone = useSiteTimeZone();
  const held = form.stored && form.stored.vote_state !== 'not_held' ? form.stored.vote_state : 'closed';
  return (
    <Card title="Время голосования">
      <MomentField label="Начало" note="Пусто — как только включён переключатель" {...form.moment('opens_at')} />
      <MomentField label="Конец" note="Пусто — пока включён переключатель" {...form.moment('closes_at')} />
      <NumberField
        label="Показывать кнопку постепенно, секунд"
        description="Чтобы все не нажали одновременно, открытые страницы покажут кнопку в течение этого времени после начала, каждая в свою секунду."
        most={300}
        blank={0}
        {...form.number('spread_seconds')}
      />
      <p>
        Переключатель должен быть включён заранее. До начала и после конца адреса голосования нет ни на одной странице
        сайта: посетители увидят его не раньше назначенной секунды. {clockName(zone)}.
      </p>
      <Switch
        size="md"
        label="Голосование в этом году не проводится"
        checked={!isHeld}
        onChange={({ currentTarget }) => form.set('vote_state', currentTarget.checked ? 'not_held' : held)}
      />
    </Card>
  );
}

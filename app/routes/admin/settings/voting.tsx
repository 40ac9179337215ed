import { Anchor, Switch, Textarea, TextInput } from '@mantine/core';
import { MomentField, useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import { completeAddress } from '../../../ui/admin/fields/web-address.ts';
import { NumberField } from '../../../ui/admin/fields/whole-number.tsx';
import { clockName } from '../../../ui/admin/fields/zone.ts';
import type { Value } from '../../../ui/admin/form/field-props.ts';
import { StoredForm } from '../../../ui/admin/form/stored-form.tsx';
import { useStoredForm } from '../../../ui/admin/form/use-stored-form.ts';
import ui from '../../../ui/admin/patterns.module.css';
import { Card, panelHead, Screen } from '../../../ui/admin/screen.tsx';
import { SwitchFields } from '../../../ui/admin/switched.tsx';
import { type Fields, NAMES, PATH, useVote, type VoteForm } from './voting/fields.ts';

const SUCCESS_DURATION = 3000; // ms

const words = {
  notLoaded: (reason: string) => `Ошибка: ${reason}`,
  notSaved: (text: string) => ({ text }),
  saved: 'Настройки успешно сохранены!',
};

export const meta = () => panelHead('Голосование');

const completeVotingUrl = ({ voting_url }: Fields) => ({ voting_url: completeAddress(voting_url) });
/** An over flag marks the request as an undo, which does not reopen a vote that a complete board has ended. */
const withoutOver = ({ is_voting_over, ...rest }: Fields): Partial<Fields> =>
  rest.is_voting_enabled ? rest : { ...rest, is_voting_over };

export default function Voting() {
  const form = useStoredForm<Fields>(PATH, completeVotingUrl, withoutOver);
  const vote = useVote();
  const tellValue = (name: string, value: Value | undefined) =>
    name === 'vote_state' ? (value === 'not_held' ? 'не проводится' : 'проводится') : undefined;
  return (
    <Screen title="Голосование" lead="Само голосование проходит на внешней странице; сайт только ведёт на неё.">
      <StoredForm form={form} names={NAMES} tellValue={tellValue} words={words} savedFor={SUCCESS_DURATION}>
        {(values, stored) => (
          <>
            <Card>
              <SwitchFields
                {...{ of: vote, form, stored, values }}
                label="Открыть голосование"
                over={values.vote_state !== 'not_held' && OVER}
              >
                <TextInput
                  type="url"
                  inputMode="url"
                  label="Адрес голосования"
                  description="Полный адрес внешней страницы. Она откроется в новой вкладке."
                  placeholder="https://"
                  {...form.text('voting_url')}
                />
              </SwitchFields>
            </Card>
            <Hours form={form} held={stored.vote_state} isHeld={values.vote_state !== 'not_held'} />
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

const OVER = {
  label: 'Голосование завершено',
  description: 'Включено — посетители видят текст «после голосования» и итоги, выключено — что оно ещё не открыто.',
};

function Hours({ form, held, isHeld }: { form: VoteForm; held: Fields['vote_state']; isHeld: boolean }) {
  const zone = useSiteTimeZone();
  return (
    <Card title="Время голосования">
      <div className={ui.pair}>
        <MomentField label="Начало" note="Пусто — как только включён переключатель" {...form.moment('opens_at')} />
        <MomentField label="Конец" note="Пусто — пока включён переключатель" {...form.moment('closes_at')} />
      </div>
      <p>
        Переключатель должен быть включён заранее. До начала и после конца адреса голосования нет ни на одной странице
        сайта: посетители увидят его не раньше назначенной секунды. {clockName(zone)}.
      </p>
      <NumberField
        label="Показывать кнопку постепенно, секунд"
        description="Чтобы все не нажали одновременно, открытые страницы покажут кнопку в течение этого времени после начала, каждая в свою секунду."
        most={300}
        blank={0}
        {...form.number('spread_seconds')}
      />
      <Switch
        label="Голосование в этом году не проводится"
        checked={!isHeld}
        onChange={({ currentTarget: { checked } }) =>
          form.set('vote_state', checked ? 'not_held' : held === 'not_held' ? 'closed' : held)
        }
      />
    </Card>
  );
}

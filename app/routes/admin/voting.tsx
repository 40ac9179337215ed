import { Anchor, Switch, Textarea, TextInput } from '@mantine/core';
import type { VoteSettings } from '../../../model/vote.ts';
import { NowShown } from '../../ui/admin/now-shown.tsx';
import { Card, panelHead, Screen } from '../../ui/admin/screen.tsx';
import { StoredForm } from '../../ui/admin/stored-form.tsx';
import { useStoredForm } from '../../ui/admin/use-stored-form.ts';

/** So long the success of a save is told. In ms. */
const SUCCESS_FOR = 3000;

const NAMES: Record<string, string> = {
  title: 'Заголовок',
  description: 'Описание',
  voting_url: 'Адрес голосования',
  is_voting_enabled: 'Голосование',
};

const words = {
  notLoaded: (reason: string) => `Ошибка: ${reason}`,
  notSaved: (text: string) => ({ text }),
  saved: 'Настройки успешно сохранены!',
};

export const meta = () => panelHead('Голосование');

export default function Voting() {
  const form = useStoredForm<VoteSettings>('/vote-settings');
  const { stored } = form;
  return (
    <Screen title="Голосование" narrow lead="Само голосование проходит на внешней странице; сайт только ведёт на неё.">
      <StoredForm form={form} nameOf={(name) => NAMES[name] ?? name} words={words} savedFor={SUCCESS_FOR}>
        {(values) => (
          <>
            <Card>
              <Switch size="md" label="Голосование открыто" {...form.toggle('is_voting_enabled')} />
              <TextInput
                type="url"
                inputMode="url"
                label="Адрес голосования"
                description="Полный адрес внешней страницы. Она откроется в новой вкладке."
                placeholder="https://"
                {...form.text('voting_url')}
              />
              {stored && (
                <NowShown isOn={isOpen(stored)} after={shown(stored) === shown(values) ? undefined : shown(values)}>
                  {shown(stored)}
                </NowShown>
              )}
            </Card>
            <Card title="Слова на странице">
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

function isOpen({ is_voting_enabled, voting_url }: VoteSettings): boolean {
  return is_voting_enabled && voting_url.trim() !== '';
}

function shown(settings: VoteSettings): string {
  if (isOpen(settings)) return `кнопку, которая ведёт на ${hostOf(settings.voting_url)}.`;
  if (settings.is_voting_enabled)
    return 'сообщение, что голосование закрыто: переключатель включён, но адрес не указан.';
  return 'сообщение, что голосование закрыто.';
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}

import { Button, Stack, Text } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { Screen } from '../../../../resources/resource.ts';
import { resources } from '../../../../resources.ts';
import { Confirm } from '../../../ui/admin/ask.tsx';
import { useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import { hostOf } from '../../../ui/admin/fields/web-address.ts';
import type { Values } from '../../../ui/admin/form/field-props.ts';
import { offerUndo } from '../../../ui/admin/form/undo.tsx';
import { type Stored, toStored } from '../../../ui/admin/form/use-stored-form.ts';
import { isStale, useChange, useVersioned } from '../../../ui/admin/queries.ts';
import { NowShown, type Switched, withSwitch } from '../../../ui/admin/switched.tsx';
import * as vote from '../settings/voting/fields.ts';
import * as watch from '../settings/watch-settings/fields.ts';
import { FactCard, Lamp, Ways } from './fact-card.tsx';

export function WatchCard() {
  return (
    <SwitchCard<watch.Fields>
      of={watch.WATCH}
      screen={resources.watch.screen}
      page="/watch"
      words={['трансляцию', 'Трансляция включена', 'Трансляция выключена']}
      stateOf={({ is_stream_enabled, title }) => ({ text: is_stream_enabled ? 'Включена' : 'Выключена', note: title })}
    />
  );
}

export function VoteCard() {
  const of = vote.useVote();
  return (
    <SwitchCard<vote.Fields>
      of={of}
      screen={resources.vote.screen}
      page="/vote"
      words={['голосование', 'Голосование включено', 'Голосование выключено']}
      stateOf={(settings) => {
        const state = vote.stateOf(settings);
        const note = settings.voting_url ? hostOf(settings.voting_url) : 'Адрес не указан';
        return { text: vote.stateWord(state, !of.isOn(settings)), note: state === 'open' ? undefined : note };
      }}
      instead={({ vote_state, voting_url, is_voting_enabled }) => {
        if (vote_state === 'not_held') return false;
        if (voting_url || is_voting_enabled) return undefined;
        return <Ways to="/admin/voting#voting_url" go="Укажите адрес голосования" />;
      }}
    />
  );
}

interface Props<T extends Values> {
  of: Switched<T>;
  screen: Screen;
  page: string;
  words: [what: string, on: string, off: string]; // «трансляцию», «Трансляция включена», «Трансляция выключена»
  stateOf: (settings: T) => { text: string; note?: string | undefined };
  instead?: (settings: T) => ReactNode; // Replaces the switch, unless undefined
}

/** A setting's switch: confirmation, immediate save with If-Match, undo. */
function SwitchCard<T extends Texts>({ of, screen, page, words, stateOf, instead }: Props<T>) {
  const zone = useSiteTimeZone();
  const { settings, problem, reload, wanted, want, go } = useSwitch(of, words);
  const isSwitchOn = settings?.[of.field] === true;
  const isOn = settings !== undefined && of.isOn(settings);
  const { text = '', note } = settings ? stateOf(settings) : {};
  const wordOf = (turnsOn: boolean) => `${turnsOn ? 'Включить' : 'Выключить'} ${words[0]}`;
  return (
    <FactCard
      title={screen.title}
      icon={screen.entry?.icon ?? ''}
      problem={problem}
      reload={reload}
      height={120}
      foot={
        <Ways to={`/admin/${screen.path}`} go="Настроить">
          <a href={page} target="_blank" rel="noopener">
            Открыть страницу
          </a>
        </Ways>
      }
    >
      {settings && (
        <Stack gap="0.875rem" flex={1}>
          <Lamp isOn={isOn}>{text}</Lamp>
          {note && (
            <Text c="dimmed" mt="-0.625rem">
              {note}
            </Text>
          )}
          <NowShown isOn={isOn}>{of.shown(settings, settings, zone)}</NowShown>
          {instead?.(settings) ?? (
            <Button
              size="lg"
              px="xs"
              fullWidth
              variant={isSwitchOn ? 'default' : 'filled'}
              mt="auto"
              flex="none"
              onClick={() => want(!isSwitchOn)}
            >
              {wordOf(!isSwitchOn)}
            </Button>
          )}
          {/* A colleague may have done it meanwhile. */}
          {wanted !== undefined && wanted !== isSwitchOn && (
            <Confirm
              question={`${wordOf(wanted)}?`}
              yes={wanted ? 'Включить' : 'Выключить'}
              color={wanted ? 'ink' : 'red'}
              onYes={go}
              onNo={() => want(undefined)}
            >
              <NowShown
                isOn={isOn}
                after={of.shown(settings, withSwitch(of, settings, settings, wanted), zone)}
                later="После этого"
              >
                {of.shown(settings, settings, zone)}
              </NowShown>
            </Confirm>
          )}
        </Stack>
      )}
    </FactCard>
  );
}

type Texts = Values & { title: string; description: string };

function useSwitch<T extends Texts>({ path, field, over }: Switched<T>, [, on, off]: Props<T>['words']) {
  const { answer, problem, reload } = useVersioned<T>(path, { isFollowed: true });
  const stored = useMemo(() => answer && toStored(answer), [answer]);
  const [wanted, want] = useState<boolean>();
  const change = useChange(path, '/live');
  const put = ({ value: { title, description }, version }: Stored<T>, switched: object, onStale: string) =>
    change<T>('PUT', path, { body: { title, description, ...switched }, ifMatch: version }).then(toStored, (error) => {
      throw isStale(error) ? new Error(onStale) : error;
    });
  const go = async () => {
    if (!stored || wanted === undefined) return;
    const saved = await put(stored, { [field]: wanted }, CHANGED);
    want(undefined);
    const undo = () => put(saved, { [field]: !wanted, [over]: stored.value[over] }, CHANGED_SINCE);
    offerUndo({ text: `${wanted ? on : off}.`, undo });
  };
  return { settings: stored?.value, problem, reload, wanted, want, go };
}

const CHANGED = 'Настройки только что изменил кто-то ещё. Посмотрите, как сейчас, и подтвердите ещё раз.';
const CHANGED_SINCE = 'с тех пор настройки изменил кто-то ещё.';

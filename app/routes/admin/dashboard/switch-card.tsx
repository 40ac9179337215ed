import { Button, Stack, Text } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { Confirm } from '../../../ui/admin/dialog.tsx';
import type { Values } from '../../../ui/admin/form/field-props.ts';
import { offerUndo } from '../../../ui/admin/form/undo.tsx';
import { type Stored, toStored } from '../../../ui/admin/form/use-stored-form.ts';
import { NowShown } from '../../../ui/admin/now-shown.tsx';
import { isStale, useChange, useVersioned } from '../../../ui/admin/queries.ts';
import { FactCard, Lamp } from './fact-card.tsx';

type Switched = Values & { title: string; description: string };

interface Props<T> {
  title: string;
  icon: string;
  path: string;
  /** Boolean fields: the switch, and the over flag. */
  field: keyof T & string;
  over: keyof T & string;
  words: { on: string; off: string; turnOn: string; turnOff: string };
  foot: ReactNode;
  stateOf: (settings: T) => { isOn: boolean; text: string; note?: string | undefined };
  /** What visitors see with `settings`, once saved over `stored`. */
  shown: (stored: T, settings: T) => string;
  withSwitch: (stored: T, settings: T, isOn: boolean) => T;
  /** Why the switch is not offered. */
  isIdle?: (settings: T) => boolean;
}

/** A setting's switch: confirmation, immediate save with If-Match, undo. */
export function SwitchCard<T extends Switched>(props: Props<T>) {
  const { title, icon, words, foot, field, stateOf, shown, withSwitch, isIdle } = props;
  const { settings, problem, reload, wanted, want, go } = useSwitch(props);
  const isSwitchOn = settings?.[field] === true;
  const state = settings && stateOf(settings);
  return (
    <FactCard title={title} icon={icon} problem={problem} reload={reload} height={120} foot={foot}>
      {settings && state && (
        <>
          <Stack gap="0.875rem" flex={1}>
            <Lamp isOn={state.isOn}>{state.text}</Lamp>
            {state.note && (
              <Text c="dimmed" mt="-0.625rem">
                {state.note}
              </Text>
            )}
            <NowShown isOn={state.isOn}>{shown(settings, settings)}</NowShown>
            {!isIdle?.(settings) && (
              <Button
                size="lg"
                fullWidth
                variant={isSwitchOn ? 'default' : 'filled'}
                mt="auto"
                flex="none"
                onClick={() => want(!isSwitchOn)}
              >
                {isSwitchOn ? words.turnOff : words.turnOn}
              </Button>
            )}
          </Stack>
          {/* A colleague may have done it meanwhile. */}
          {wanted !== undefined && wanted !== isSwitchOn && (
            <Confirm
              question={`${wanted ? words.turnOn : words.turnOff}?`}
              yes={wanted ? 'Включить' : 'Выключить'}
              color={wanted ? 'ink' : 'red'}
              onYes={go}
              onNo={() => want(undefined)}
            >
              <NowShown
                isOn={state.isOn}
                after={shown(settings, withSwitch(settings, settings, wanted))}
                later="После этого"
              >
                {shown(settings, settings)}
              </NowShown>
            </Confirm>
          )}
        </>
      )}
    </FactCard>
  );
}

function useSwitch<T extends Switched>({ path, field, over, words }: Props<T>) {
  const { data, problem, reload } = useSetting<T>(path);
  const [wanted, want] = useState<boolean>();
  const change = useChange(path);
  const put = async ({ value: { title, description }, version }: Stored<T>, isOn: boolean, also: object = {}) =>
    toStored(await change<T>('PUT', path, { body: { title, description, [field]: isOn, ...also }, ifMatch: version }));
  const go = async () => {
    if (!data || wanted === undefined) return;
    const saved = await put(data, wanted).catch((error: unknown) => {
      throw isStale(error) ? new Error(CHANGED) : error;
    });
    want(undefined);
    const undo = () =>
      put(saved, !wanted, { [over]: data.value[over] }).catch((error: unknown) => {
        throw isStale(error) ? new Error(CHANGED_SINCE) : error;
      });
    offerUndo({ text: wanted ? `${words.on}.` : `${words.off}.`, undo });
  };
  return { settings: data?.value, problem, reload, wanted, want, go };
}

const CHANGED = 'Настройки только что изменил кто-то ещё. Посмотрите, как сейчас, и подтвердите ещё раз.';
const CHANGED_SINCE = 'с тех пор настройки изменил кто-то ещё.';

/** Stored settings with their version, kept up to date. */
function useSetting<T extends Values>(path: string) {
  const { answer, ...rest } = useVersioned<T>(path, { isFollowed: true });
  return { data: useMemo(() => answer && toStored(answer), [answer]), ...rest };
}

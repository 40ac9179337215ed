import { Button, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import { embedOf, isAllowedPlayer, playerRefusal } from '../../../../../model/settings/watch/players.ts';
import { completeAddress } from '../../../../ui/admin/fields/web-address.ts';
import ui from '../../../../ui/admin/patterns.module.css';
import { frameAddress } from '../../../public/watch/frame.ts';
import type { loader } from '../../kit.tsx';

interface Props extends TextInputProps {
  value: string;
  stream: string;
  title: string;
}

const DEBOUNCE = 800; // ms

/** Accepts a URL or an `<iframe>` code; previews the result, or refuses it as the save would. */
export function PlayerField({ stream, title, error, ...field }: Props) {
  const { playerHosts = [] } = useRouteLoaderData<typeof loader>('routes/admin/kit') ?? {};
  const pasted = field.value.trim();
  const { address, refusal } = readPlayer(pasted, playerHosts);
  const [first] = useState(pasted);
  const [isWanted, setWanted] = useState(false);
  const [settled] = useDebouncedValue(refusal ? undefined : frameOf(address, stream.trim(), title), DEBOUNCE);
  // While a host is typed it passes through hosts that are not allowed.
  const [refused] = useDebouncedValue(refusal, DEBOUNCE);
  const told = refused === refusal ? refusal : undefined;
  return (
    <div className={ui.list}>
      <TextInput label="Адрес плеера" placeholder="/player" inputMode="url" error={error ?? told} {...field} />
      {!refusal && pasted !== '' && address !== pasted && (
        <p className={ui.note} role="status">
          Вставим: <code>{address}</code>
        </p>
      )}
      {settled &&
        (isWanted || pasted !== first ? (
          <Look address={settled} />
        ) : (
          <Button variant="default" size="compact-sm" style={{ justifySelf: 'start' }} onClick={() => setWanted(true)}>
            Показать, как увидят зрители
          </Button>
        ))}
    </div>
  );
}

/** Address to store for `pasted`, or the reason for its refusal. */
function readPlayer(pasted: string, playerHosts: string[]): { address: string; refusal?: string } {
  const embed = embedOf(pasted);
  if (embed && 'refusal' in embed) return { address: pasted, refusal: embed.refusal };
  const address = embed?.address ?? completeAddress(pasted);
  const isFine = address === '' || isAllowedPlayer(address, playerHosts);
  return isFine ? { address } : { address, refusal: playerRefusal(playerHosts) };
}

function Look({ address }: { address: string }) {
  return (
    <figure style={{ maxWidth: '26rem' }}>
      <figcaption className={ui.note}>Так увидят зрители</figcaption>
      <iframe
        key={address}
        className={ui.picture}
        style={{ aspectRatio: '16 / 9', border: 0, background: '#000' }}
        src={address}
        title="Так увидят зрители"
        allow="fullscreen; picture-in-picture; encrypted-media"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    </figure>
  );
}

function frameOf(player: string, stream: string, title: string): string | undefined {
  const isOwn = player === '' || player === '/player';
  const isShowable = isOwn ? stream !== '' : /^https:\/\/\S+$/.test(player) && URL.canParse(player);
  if (!isShowable) return undefined;
  return frameAddress({ player_url: isOwn ? null : player, stream_url: stream || null }, title, location.origin);
}

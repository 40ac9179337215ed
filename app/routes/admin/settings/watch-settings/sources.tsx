import { Badge, Button, NativeSelect, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { Link, useRouteLoaderData } from 'react-router';
import { KIND_NAMES, type Kind, languageName } from '../../../../../model/settings/watch/marks.ts';
import { embedOf, isAllowedPlayer, playerRefusal } from '../../../../../model/settings/watch/players.ts';
import { RowButton } from '../../../../ui/admin/ask.tsx';
import { completeAddress } from '../../../../ui/admin/fields/web-address.ts';
import { Problem } from '../../../../ui/admin/loading/states.tsx';
import ui from '../../../../ui/admin/patterns.module.css';
import { Card } from '../../../../ui/admin/screen.tsx';
import { MoveButton } from '../../../../ui/admin/sortable/sortable-list.tsx';
import { frameAddress } from '../../../public/watch/frame.ts';
import type { loader } from '../../kit.tsx';
import { activeOf, type SourceDraft, type StreamProps } from './fields.ts';

const MAX_SOURCES = 10;
/** Languages of broadcasts in and around Russia; the API accepts any other. */
const LANGUAGES = ['ru', 'en', 'ba', 'be', 'ce', 'cv', 'hy', 'ka', 'kk', 'sah', 'tt', 'udm', 'uz', 'zh'];

const KINDS = [{ value: '', label: 'Обычный эфир' }, ...Object.entries(KIND_NAMES).map(toOption)];

/** Sources in fallback order. */
export function SourceList({ form, stored, values: { title, sources } }: StreamProps) {
  const put = (next: SourceDraft[]) => form.set('sources', next);
  const active = stored.sources.length > 0 ? activeOf(stored) : undefined;
  const move = (at: number, by: number) => {
    const next = sources.toSpliced(at, 1);
    put(next.toSpliced(at + by, 0, ...sources.slice(at, at + 1)));
  };
  const problem = Object.entries(form.errors).find(([name]) => name.startsWith('sources'))?.[1];
  return (
    <Card title="Откуда идёт эфир">
      <p className={ui.note}>
        Если источник не отвечает, страница «Смотреть» сама переходит к следующему по порядку, сначала к обычному эфиру.
        Зритель может выбрать любой. Всех зрителей переводит на другой источник{' '}
        <Link to="/admin/live">пульт эфира</Link>.
      </p>
      {problem && <Problem text={problem} />}
      <ol className={ui.cards}>
        {sources.map((source, at) => (
          // Unsaved sources have no id: the index is the key.
          <li key={source.id ?? `new-${at}`} className={ui.card}>
            <div className={ui.head}>
              <b>{nameOf(source, at)}</b>
              {source.id !== undefined && source.id === active?.id && <Badge color="green">Сейчас у зрителей</Badge>}
            </div>
            <SourceFields source={source} title={title} onChange={(next) => put(sources.with(at, next))} />
            <div className={ui.row}>
              <MoveButton word="Выше" name={nameOf(source, at)} isOff={at === 0} onMove={() => move(at, -1)} />
              <MoveButton
                word="Ниже"
                name={nameOf(source, at)}
                isOff={at === sources.length - 1}
                onMove={() => move(at, 1)}
              />
              <RowButton word="Убрать" of={nameOf(source, at)} isDanger onClick={() => put(sources.toSpliced(at, 1))} />
            </div>
          </li>
        ))}
      </ol>
      <div>
        <Button
          variant="default"
          disabled={sources.length >= MAX_SOURCES}
          onClick={() => put([...sources, { title: `Запасной ${sources.length}`, stream_url: null, player_url: null }])}
        >
          Добавить источник
        </Button>
      </div>
    </Card>
  );
}

const nameOf = ({ title }: SourceDraft, at: number) => title.trim() || `Источник ${at + 1}`;

interface FieldProps {
  source: SourceDraft;
  title: string;
  onChange: (next: SourceDraft) => void;
}

function SourceFields({ source, title, onChange }: FieldProps) {
  const field = (name: 'title' | 'stream_url' | 'player_url') => ({
    value: source[name] ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange({ ...source, [name]: name === 'title' ? value : value || null }),
  });
  const { kind = '', language = '' } = source;
  const codes = LANGUAGES.includes(language) || language === '' ? LANGUAGES : [...LANGUAGES, language];
  return (
    <>
      <TextInput label="Название" description="Его видит зритель, например «VK Видео»" {...field('title')} />
      <TextInput label="Адрес потока" placeholder="https://…/live.m3u8" inputMode="url" {...field('stream_url')} />
      <PlayerField stream={source.stream_url ?? ''} title={title} {...field('player_url')} />
      <div className={ui.pair}>
        <NativeSelect
          label="Вид эфира"
          description="Зритель выбирает по этой отметке"
          data={KINDS}
          value={kind}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...source, kind: (value || undefined) as Kind | undefined })
          }
        />
        <NativeSelect
          label="Язык"
          description="Если языков эфира несколько"
          data={[{ value: '', label: 'Не указан' }, ...codes.map((code) => toOption([code, languageName(code)]))]}
          value={language}
          onChange={({ currentTarget: { value } }) => onChange({ ...source, language: value || undefined })}
        />
      </div>
    </>
  );
}

function toOption([value, label]: [string, string]) {
  return { value, label };
}

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

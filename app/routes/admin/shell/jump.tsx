import { ActionIcon, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue, useHotkeys } from '@mantine/hooks';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { AdminCard } from '../../../../model/articles/schema.ts';
import { keyOf } from '../../../../model/text/table.ts';
import { addressOf, screens } from '../../../../resources.ts';
import { Dialog, FormButtons } from '../../../ui/admin/dialog.tsx';
import { Icon } from '../../../ui/admin/icon.tsx';
import { useGet } from '../../../ui/admin/queries.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import styles from './shell.module.css';

const DEBOUNCE = 250; // ms
const SHOWN = 8; // news

/** To a screen, an article or a page by its name; stands in the head of the menu and in that of a phone. In a text the keys make a link. */
export function Jump() {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const open = () => button.current?.checkVisibility() && !document.querySelector('dialog:modal') && setOpen(true);
  useHotkeys([['mod+K', open, { usePhysicalKeys: true }]], []);
  return (
    <>
      <ActionIcon ref={button} variant="subtle" color="gray" aria-label="Перейти" title="Ctrl+K" onClick={open}>
        <Icon name="search" />
      </ActionIcon>
      {isOpen && <JumpDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function JumpDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const { places, problem, isAnswered } = usePlaces(typed.trim());
  return (
    <Dialog title="Перейти" onClose={onClose}>
      <Stack gap="xs" onKeyDown={moveAlong}>
        <TextInput
          type="search"
          aria-label="Раздел, новость или страница"
          placeholder="Раздел, новость или страница"
          leftSection={<Icon name="search" />}
          data-autofocus
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        {places.map(({ to, title, kind }) => (
          <Link key={to} to={to} className={styles.way} onClick={onClose}>
            <span>
              {title}
              <small>{kind}</small>
            </span>
          </Link>
        ))}
        {places.length === 0 && (problem || isAnswered) && <p role="status">{problem ?? 'Ничего не нашлось.'}</p>}
      </Stack>
      <FormButtons cancel="Закрыть" onCancel={onClose} />
    </Dialog>
  );
}

/** Up and down lead through the field and what was found; Enter in the field opens the first. */
function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget, nativeEvent } = event;
  const stops = [...currentTarget.querySelectorAll<HTMLElement>('input, a')];
  const at = stops.indexOf(target as HTMLElement);
  const next = stops[at + ({ ArrowDown: 1, ArrowUp: -1, Enter: 1 }[key] ?? 0)];
  if (!next || next === target || nativeEvent.isComposing || (key === 'Enter' && at > 0)) return;
  event.preventDefault();
  if (key === 'Enter') next.click();
  else next.focus();
}

function usePlaces(typed: string) {
  const { role } = useSession();
  const own = screens.filter(({ roles }) => roles.includes(role));
  const [sought] = useDebouncedValue(typed, DEBOUNCE);
  const listOf = (path: string, query = '') =>
    sought && own.some((screen) => screen.path === path) ? `/admin/${path}${query}` : null;
  const news = useGet<AdminCard[]>(listOf('news', `?fields=card&limit=${SHOWN}&q=${encodeURIComponent(sought)}`));
  const pages = useGet<AdminCard[]>(listOf('pages'));
  // Until then the answer is to what was typed before.
  const isAnswered = sought === typed && !news.isLoading;
  const isNamed = ({ title }: { title: string }) => keyOf(title).includes(keyOf(typed));
  const toEditor = (path: string, kind: string, found: AdminCard[] = []) =>
    found.map(({ slug, title }) => ({ to: `/admin/${path}/edit/${slug}`, title, kind }));
  const places = [
    ...own.filter(isNamed).map((screen) => ({ to: addressOf(screen), title: screen.title, kind: '' })),
    ...toEditor('pages', 'страница', typed ? pages.data?.filter(isNamed) : []),
    ...toEditor('news', 'новость', typed ? (isAnswered ? news.data : news.data?.filter(isNamed)) : []),
  ].toSorted((one, other) => Number(isNamed(other)) - Number(isNamed(one)));
  return { places, problem: news.problem, isAnswered };
}

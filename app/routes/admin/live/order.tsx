import { Badge, NativeSelect } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import { quoted } from '../../../../model/text/quoted.ts';
import { Confirm } from '../../../ui/admin/ask.tsx';
import { momentText, useSiteTimeZone } from '../../../ui/admin/fields/moment.tsx';
import { Empty } from '../../../ui/admin/loading/states.tsx';
import ui from '../../../ui/admin/patterns.module.css';
import styles from './live.module.css';
import { ignoreRepeats } from './main-button.tsx';
import type { StageState } from './stage.ts';

export function Order({ stage }: { stage: StageState }) {
  const { shows, show, choose, performing, now, next, press, isCoolingDown } = stage;
  const zone = useSiteTimeZone();
  const list = useAutoScroll(now.state === 'performance' ? now.contestant?.id : undefined);
  const [asked, ask] = useState<Contestant>(); // After the end
  return (
    <>
      {!show && (
        <Empty title="Концертов пока нет">
          <p>Здесь встанет порядок выступлений: одно нажатие — и на сайте видно, кто на сцене.</p>
          <Link to="/admin/programme">Составить программу</Link>
        </Empty>
      )}
      {show && shows.length > 1 && (
        <NativeSelect
          label="Концерт"
          value={show.id}
          data={shows.map(({ id, title, starts_at }) => ({
            value: String(id),
            label: `${title}, ${momentText(starts_at, zone)}`,
          }))}
          onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
        />
      )}
      {show && !show.is_public && <p className={styles.note}>Этот концерт на сайте не показывается.</p>}
      {show && performing.length === 0 && (
        <p className={styles.note}>
          В концерте {quoted(show.title)} никого нет.{' '}
          <Link to={`/admin/programme?show=${show.id}`}>Добавьте участников</Link>
        </p>
      )}
      <ol className={styles.order} {...list}>
        {performing.map((contestant, at) => {
          const isOn = now.state === 'performance' && now.contestant?.id === contestant.id;
          return (
            <li key={contestant.id}>
              <button
                type="button"
                aria-pressed={isOn}
                disabled={contestant.is_withdrawn}
                aria-disabled={isCoolingDown || undefined}
                onKeyDown={ignoreRepeats}
                onClick={() =>
                  now.state === 'ended' ? ask(contestant) : isOn || press('performance', contestant, isCoolingDown)
                }
              >
                <span className={ui.number}>{at + 1}</span>
                <span>
                  <b>{contestant.name}</b>
                  {contestant.song && <small>{contestant.song}</small>}
                </span>
                {contestant.is_withdrawn && <Badge color="gray">Снят</Badge>}
                {isOn && <Badge color="green">{now.isWaiting ? 'Отправляется' : 'На сцене'}</Badge>}
                {contestant.id === next?.id && (
                  <Badge color="gray" variant="outline" aria-hidden="true">
                    Дальше
                  </Badge>
                )}
              </button>
            </li>
          );
        })}
      </ol>
      {asked && (
        <Confirm
          question="Концерт окончен. Продолжить?"
          yes="Продолжить"
          color="ink"
          onYes={() => {
            press('performance', asked);
            ask(undefined);
          }}
          onNo={() => ask(undefined)}
        >
          <p>На сайте снова будет: «Сейчас на сцене: {asked.name}».</p>
        </Confirm>
      )}
    </>
  );
}

const HANDS_OFF = 3000; // ms

/** Scrolls a list to the present act and the next, once for each act; not while touched or focused by keyboard. The page only when it opens. */
function useAutoScroll(act: number | undefined) {
  const ref = useRef<HTMLOListElement>(null);
  const freeFrom = useRef(0);
  useEffect(() => {
    const list = ref.current;
    const row = list?.querySelector('li:has([aria-pressed="true"])');
    const isLong = list && list.scrollHeight > list.clientHeight;
    if (!isLong && scrollY === 0) (row?.nextElementSibling ?? row)?.scrollIntoView({ block: 'nearest' });
  }, []);
  useEffect(() => {
    const list = ref.current;
    const row = list?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (!list || !row || !act || performance.now() < freeFrom.current || list.querySelector(':focus-visible')) return;
    const above = row.getBoundingClientRect().top - list.getBoundingClientRect().top;
    const isSeen = above >= 0 && above + 2 * row.offsetHeight < list.clientHeight;
    if (!isSeen) list.scrollTop += above - row.offsetHeight;
  }, [act]);
  const hold = () => (freeFrom.current = Number.POSITIVE_INFINITY);
  const touch = () => (freeFrom.current = performance.now() + HANDS_OFF);
  return { ref, onTouchStart: hold, onTouchEnd: touch, onTouchCancel: touch, onWheel: touch, onPointerDown: touch };
}

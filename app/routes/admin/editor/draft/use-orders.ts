import { useState } from 'react';
import type { AdminArticle } from '../../../../../model/articles/schema.ts';
import { isAhead } from '../../../../ui/admin/fields/zone.ts';
import { offerUndo } from '../../../../ui/admin/form/undo.tsx';
import { tellProblem } from '../../../../ui/admin/notices.ts';
import { useSession } from '../../../../ui/admin/sign-in/session.tsx';
import { type Groups, takenBy } from '../cards/use-groups.ts';
import type { Draft } from './draft.ts';
import { type Asked, storeVisibility } from './saving.ts';
import { useField, useStored } from './use-draft.ts';
import type { Saving } from './use-saving.ts';

interface Parts {
  draft: Draft;
  saving: Saving;
  groups: Groups;
}

export function useOrders({ draft, saving, groups }: Parts) {
  const { call } = useSession();
  const stored = useStored(draft);
  const { wanted, setWanted, isUnplanned } = useWanted(stored);
  const lock = useLock(draft, groups);
  const schedule = (publishAt: string): Asked => ({ status: 'scheduled', publishAt });
  const isDraft = stored === null || stored.status === 'draft';

  const offerBack = (text: (title: string) => string) => (article: AdminArticle, before: AdminArticle | null) => {
    void groups.reload();
    const former: Asked = before ? { status: before.status, publishAt: before.publishAt } : { status: 'draft' };
    const { slug, version, title } = article;
    offerUndo({ text: text(title), undo: () => storeVisibility(call, slug, version, former) });
  };
  const setVisibility = (asked: Asked, text: (title: string) => string) =>
    saving.save({ asked, onStored: offerBack(text) });

  return {
    /** Saves, publishes or schedules a new article, then returns to the list. */
    finish: async () => {
      const half = findHalfTyped();
      if (half) return saving.refuse({ [half.name]: HALF }, HALF);
      // A time in the past would publish at once.
      if (!stored && wanted && !isAhead(wanted)) return saving.refuse({ publishAt: PAST }, PAST);
      const asked: Asked = wanted ? schedule(wanted) : { status: 'published' };
      await saving.save({
        asked: stored ? {} : asked,
        leaves: !isUnplanned,
        done: stored ? 'Новость успешно обновлена!' : 'Новость успешно создана!',
        onStored: stored
          ? () => isUnplanned && tellProblem(UNPLANNED)
          : offerBack(wanted ? toldPlanned : toldPublished),
      });
    },
    saveAndStay: () =>
      saving.save({
        asked: stored ? {} : { status: 'draft' },
        done: isDraft ? 'Черновик сохранён.' : 'Новость успешно обновлена!',
        onStored: () => findHalfTyped() && tellProblem(HALF),
      }),
    /** The article was deleted: creates a new one with the same visibility. */
    makeAgain: () => {
      draft.detach();
      void saving.save({
        asked: { status: isDraft ? 'draft' : 'published' },
        leaves: true,
        done: 'Новость успешно создана!',
      });
    },
    publication: {
      lock,
      wanted,
      isUnplanned,
      onWanted: setWanted,
      onPublish: () => setVisibility({ status: 'published' }, toldPublished),
      onSchedule: (moment: string) => setVisibility(schedule(moment), toldPlanned),
      onWithdraw: () => setVisibility({ status: 'draft' }, (title) => `Новость «${title}» снята с публикации.`),
    },
  };
}

const HALF = 'День или время введены не до конца.';
const PAST = 'Время публикации уже прошло: поправьте его, а чтобы опубликовать сразу — очистите.';
const UNPLANNED = 'Время публикации не сохранено: оно меняется своей кнопкой в разделе «Публикация».';

const toldPublished = (title: string) => `Новость «${title}» опубликована.`;
const toldPlanned = (title: string) => `Публикация новости «${title}» запланирована.`;

/** Another variant of the group is public or scheduled. The message is the server's. */
function useLock(draft: Draft, groups: Groups): string | undefined {
  const stored = useStored(draft);
  const groupId = useField(draft, 'group');
  const group = groups.groups.find(({ id }) => id === groupId);
  const holder = takenBy(group, stored?.id);
  if (!group || !holder) return undefined;
  const done = holder.status === 'scheduled' ? 'уже назначена к публикации' : 'уже опубликована';
  return `Из группы «${group.name}» ${done} новость «${holder.title}», а публичной может быть только одна. Сначала снимите её с публикации.`;
}

/** Typed publication time (ISO 8601) and whether it differs from the server's. A new server value replaces it. */
function useWanted(stored: AdminArticle | null) {
  const planned = stored?.status === 'scheduled' ? stored.publishAt : null;
  const [typed, setTyped] = useState({ over: planned, moment: planned });
  const wanted = typed.over === planned ? typed.moment : planned;
  return {
    wanted,
    setWanted: (moment: string | null) => setTyped({ over: planned, moment }),
    isUnplanned: stored !== null && stored.status !== 'published' && wanted !== planned,
  };
}

const HALF_TYPED = 'main input[type=datetime-local]:invalid, main input[type=date]:invalid';

/** A partly typed date input has an empty value. */
function findHalfTyped(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>(HALF_TYPED);
}

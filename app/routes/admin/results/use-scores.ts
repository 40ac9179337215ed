import { useEffect, useState } from 'react';
import type { Contestant } from '../../../../model/programme/contestant-schema.ts';
import type { ResultsDocument } from '../../../../model/results/schema.ts';
import type { Scores } from '../../../../model/results/scores.ts';
import { isEditor } from '../../../../roles.ts';
import { useOfferTyped } from '../../../ui/admin/form/use-stored-form.ts';
import { useSession } from '../../../ui/admin/sign-in/session.tsx';
import { ApiError, extractError, parse } from '../../../ui/errors/api-error.ts';
import type { Desk } from '../live/use-desk.ts';
import { mergeScores } from './merge.ts';
import { ofPerformers } from './scores.ts';

/** What is typed over what is stored; kept in this tab until it is saved with the version that it was typed over. */
export function useScores(
  document: ResultsDocument,
  performers: Contestant[],
  { current, desk: { put, feed, reload } }: { current: number | undefined; desk: Desk },
) {
  const { call, role } = useSession();
  const [draft, setDraft] = useState(() => (isEditor(role) ? readUnsaved(document.show_id) : undefined));
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<unknown>('');
  const [done, setDone] = useState<string>();
  const [round, setRound] = useState(0);
  const path = `/admin/results/${document.show_id}`;
  const stored = scoresOf(document);
  const scores = draft?.scores ?? stored;
  useEffect(() => storeUnsaved(document.show_id, draft), [document.show_id, draft]);
  useEffect(() => {
    const sayBack = () => setProblem((now: unknown) => (now instanceof ApiError && now.status === 0 ? BACK : now));
    return feed === 'lost' ? sayBack : undefined;
  }, [feed]);

  const change = (part: Partial<Scores>) => {
    setDone(undefined);
    setProblem('');
    const at = new Date().toISOString();
    setDraft({ version: document.version, base: stored, ...draft, scores: { ...scores, ...part }, at });
  };
  const save = async (typed = scores, version = draft?.version ?? document.version) => {
    setSaving(true);
    setProblem('');
    const body = { ...typed, sections: ofPerformers(typed.sections, performers), current_edition: current };
    try {
      const { data } = await call<ResultsDocument>('PUT', path, { body, ifMatch: `"${version}"` });
      put(data);
      // What was typed meanwhile stays, over what is stored now.
      setDraft((now) => {
        if (now === draft || !now) return undefined;
        const { merged } = mergeScores(scores, now.scores, data, performers);
        return { ...now, scores: merged, base: scoresOf(data), version: data.version };
      });
      setDone('Сохранено');
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) await showStored();
      else setProblem(error);
    }
    setSaving(false);
  };
  const showStored = async () => {
    // The log names the last save.
    await reload();
    await call<ResultsDocument>('GET', path).then(({ data }) => put(data), setProblem);
  };
  const offerTyped = useOfferTyped();
  const isStale = draft !== undefined && draft.version !== document.version;
  const conflict = isStale ? mergeScores(draft.base, draft.scores, stored, performers) : undefined;
  return {
    ...{ scores, change, save, isSaving, done, isDirty: draft !== undefined, isPast: current === undefined },
    problem: problem && problem !== BACK ? extractError(problem) : '',
    /** The network returned after a failed save. */
    isBack: problem === BACK,
    restored: draft?.restored,
    /** When the stored version is newer than the one that was edited. */
    conflict,
    /** Key of the cells: another value discards their errors. */
    round,
    refuse: setProblem,
    discard: async () => {
      offerTyped(() =>
        setDraft((now) => {
          const merge = draft && now && mergeScores(draft.base, now.scores, draft.scores, performers);
          return merge ? { ...now, scores: merge.merged } : draft;
        }),
      );
      setProblem('');
      setDraft(undefined);
      setRound((before) => before + 1);
      await showStored();
    },
    saveMerged: () => conflict && save(conflict.merged, document.version),
  };
}

const BACK = Symbol('back');

function scoresOf({ sections, control_total }: ResultsDocument): Scores {
  return { sections, control_total };
}

/** Points typed over `base`, which is the stored version `version`. */
interface UnsavedScores {
  scores: Scores;
  base: Scores;
  version: number;
  at: string;
  restored?: string | undefined; // When they were typed, if the page was loaded since
}

const keyOf = (show: number) => `rampa.results.${show}`;

/** Survives a reload and a discarded tab, but not the tab: points are secret until they are revealed. */
function storeUnsaved(show: number, unsaved: UnsavedScores | undefined): void {
  try {
    if (unsaved) sessionStorage.setItem(keyOf(show), JSON.stringify(unsaved));
    else sessionStorage.removeItem(keyOf(show));
  } catch {
    // Quota exceeded or storage disabled.
  }
}

function readUnsaved(show: number): UnsavedScores | undefined {
  const unsaved = parse(sessionStorage.getItem(keyOf(show)) ?? '') as UnsavedScores | undefined;
  return Array.isArray(unsaved?.scores?.sections) && Array.isArray(unsaved.base?.sections)
    ? { ...unsaved, restored: unsaved.at }
    : undefined;
}

import { stageText } from '../../app/ui/live/live.ts';
import type { Db } from '../../db/tables.ts';
import { readLog } from '../../model/live/log.ts';
import { readProgramme } from '../../model/programme/programme.ts';
import { currentStage, type Stage } from '../../model/programme/stage.ts';
import { boardOf } from '../../model/results/board.ts';
import { findWinner } from '../../model/results/outcome.ts';
import { currentResults, resultsEvent } from '../../model/results/results.ts';
import type { Results } from '../../model/results/schema.ts';
import { type Section, stepsOf } from '../../model/results/scores.ts';
import { readUrgent } from '../../model/settings/urgent.ts';
import { readVoteSettings } from '../../model/settings/vote.ts';
import { readWatchSettings } from '../../model/settings/watch/watch.ts';

/** What is shown, by its name, in the words of a page. */
export type Facts = Record<string, string>;

/** The expected facts of all pages, read from the database; the number of revealed steps; titles of unrevealed steps. */
export async function readTruth(db: Db, own: string): Promise<{ facts: Facts; steps: number; hidden: string[] }> {
  const [stage, results, { value: watch }, { value: vote }, { value: urgent }, programme, log, rows] =
    await Promise.all([
      currentStage(db),
      currentResults(db),
      readWatchSettings(db),
      readVoteSettings(db),
      readUrgent(db),
      readProgramme(db),
      readLog(db),
      db.selectFrom('results').select(['show_id', 'sections', 'armed_at']).execute(),
    ]);
  const winner = await findWinner(db, watch.starts_at);
  const isEnded = (await resultsEvent(db)).ends_vote;
  const board = boardText(results);
  const facts: Facts = {
    ...toggles(watch.is_stream_enabled, vote.vote_state, isEnded, urgent.text),
    ...{ stage: stageText(stage), board, own: onOff(stage.contestant?.slug === own) },
    'board beside the stream': stage.show && stage.show.id !== results.show?.id ? '' : board,
    winner: winner?.name ?? 'Узнаем после финала',
    points: winner?.show.id === results.show?.id ? '' : pointsText(results),
  };
  const [names, hidden] = [new Map(programme.contestants.map(({ id, name }) => [id, name])), [] as string[]];
  for (const { id, title, running_order } of programme.shows) {
    const row = rows.find(({ show_id }) => show_id === id);
    const steps = stepsOf(JSON.parse(row?.sections ?? '[]') as Section[]);
    const revealed = log.steps.get(id)?.length ?? 0;
    hidden.push(...steps.slice(revealed).map((step) => step.title));
    facts[`order of ${title}`] = running_order.map((each) => names.get(each)).join();
    facts[`desk: stage of ${title}`] = stage.show?.id === id ? deskText(stage) : 'Концерт не начат';
    facts[`desk: steps of ${title}`] = row?.armed_at ? `${revealed} из ${steps.length}` : '';
  }
  return { facts, steps: results.steps.length, hidden };
}

/** What a server answers to programs. */
export async function readServer(origin: string): Promise<Facts> {
  const read = async (address: string) => {
    const answer = await fetch(origin + address, { signal: AbortSignal.timeout(5000) });
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    return answer.json();
  };
  const [poll, results, stage] = await Promise.all(['/api/live?poll', '/api/results', '/api/stage'].map(read));
  const { 'watch-settings': watch, 'vote-settings': vote, urgent, results: told } = poll;
  const isSame = stageText(poll.stage) === stageText(stage) && told.revealed === results.steps.length;
  return {
    ...toggles(watch.is_stream_enabled, vote.vote_state, told.ends_vote, urgent.text),
    ...{ stage: isSame ? stageText(stage) : 'poll and answer differ', board: boardText(results) },
  };
}

function toggles(isOn: boolean, vote: string, isEnded: boolean, urgent: string): Facts {
  const isOpen = onOff(vote === 'open' && !isEnded);
  const onDesk = { 'desk: vote': onOff(vote === 'open') };
  return { stream: onOff(isOn), picture: onOff(isOn), vote: isOpen, ballot: isOpen, ...onDesk, urgent };
}

function onOff(is: boolean): string {
  return is ? 'on' : 'off';
}

function deskText({ state, contestant }: Stage): string {
  if (state === 'performance') return `Сейчас: ${contestant?.name}`;
  return { break: 'Сейчас: перерыв', ended: 'Концерт окончен', none: 'Концерт не начат' }[state];
}

function boardText({ show, state, of, steps, contestants }: Results): string {
  const [first] = boardOf({ contestants, steps });
  if (!show || !first) return '';
  const count = state === 'final' ? 'Открыты все баллы' : `Открыто ${steps.length} из ${of}`;
  return `${count}, ${contestants[first.contestant]?.name} ${first.total}`;
}

function pointsText({ show, state, of, steps }: Results): string {
  if (!show) return '';
  return state === 'final' ? 'Табло: открыты все баллы' : `Табло: открыто ${steps.length} из ${of}`;
}

/** What a page shows. It runs in the page. */
export function readPage(): { facts: Facts; behind: number } {
  const clean = (text = '') => text.replace(/[\s\u00a0]+/g, ' ').trim();
  const text = (selector: string, within: ParentNode | null = document) =>
    clean(within?.querySelector(selector)?.textContent ?? '');
  const all = (selector: string, within: ParentNode = document) => [...within.querySelectorAll(selector)];
  const is = (found: unknown) => (found ? 'on' : 'off');
  const has = (selector: string, words: string) =>
    all(selector).find((element) => clean(element.textContent).includes(words));
  const boardOf = (place: ParentNode | null) => {
    const row = place?.querySelector('ol > li');
    if (!row) return '';
    return `${text('p[role=status] + p', place)}, ${text('a', row)} ${Number.parseInt(text('b', row), 10)}`;
  };
  // Words of the desk that stand for the same state of the stage.
  const same: Record<string, string> = { Перерыв: 'Сейчас: перерыв', 'На сцене никого': 'Концерт не начат' };
  const behind = Number(document.documentElement.dataset.behind ?? 0);
  const facts: Record<string, string> = {};
  if (location.pathname === '/admin/live') {
    const part = (title: string) => all('section').find((section) => text('h2', section) === title);
    const select = document.querySelector('select');
    const show = clean(select?.selectedOptions[0]?.textContent ?? '').split(',')[0];
    facts.urgent = text('p', part('Срочное сообщение')).replace(/^Сейчас на сайте его нет.*/, '');
    facts.stream = is(text('p', part('Трансляция')) === 'Включена');
    facts['desk: vote'] = is(text('p', part('Голосование')) === 'Открыто');
    facts[`order of ${show}`] = all('ol b', part('На сцене'))
      .map((name) => clean(name.textContent))
      .join();
    const stage = text('section[data-lower-bar] p > b + span');
    // During a reveal the bar names the break and the end alone.
    if (stage) facts[`desk: stage of ${show}`] = same[stage] ?? stage;
    facts[`desk: steps of ${show}`] = /шагов: (\d+ из \d+)/.exec(text('p', part('Показ итогов')))?.[1] ?? '';
    return { facts, behind };
  }
  facts.urgent = text('[data-urgent] p');
  facts.stream = is(has('#menu li', 'идёт эфир'));
  facts.vote = is(has('#menu li', 'открыто'));
  const fact = (name: string) =>
    all('main li').find((item) => all('span', item).some((part) => clean(part.textContent) === name)) ?? null;
  const { pathname, search } = location;
  if (pathname === '/') {
    const stream = fact('Прямой эфир');
    if (text('span + span', stream) === 'Идёт сейчас') facts.stage = text('[role=status]', stream);
    facts.picture = is(text('span + span', stream) === 'Идёт сейчас');
    facts.ballot = is(text('span + span', fact('Голосование')) === 'Открыто');
    facts.winner = text('span + span', fact('Победитель'));
    facts.points = clean(has('main [role=status]', 'Табло')?.textContent ?? '');
  } else if (pathname === '/watch') {
    facts.picture = is(document.querySelector('main iframe'));
    facts.ballot = is(has('main a', 'Голосование открыто') ?? has('main a', 'Голосовать'));
    if (facts.picture === 'on') {
      const name = text('main p[role=status] b');
      facts.stage = name === 'Перерыв' ? 'Перерыв' : name && `На сцене: ${name}`;
      facts['board beside the stream'] = boardOf(document.querySelector('section[aria-label="Итоги"]'));
    }
  } else if (pathname === '/vote') facts.ballot = is(document.querySelector('main a[href^="https://vote."]'));
  else if (pathname === '/results')
    facts.board = boardOf(document.querySelector(search ? '[data-hall-screen]' : 'main section'));
  else if (pathname === '/programme') {
    facts.stage = text('main header p[role=status]');
    for (const show of all('section[id^=show-]'))
      facts[`order of ${text('h2', show)}`] = all('h3', show)
        .map((name) => clean(name.textContent))
        .join();
  } else if (pathname.startsWith('/admin/')) facts['left the desk for'] = pathname;
  else if (pathname.startsWith('/programme/')) facts.own = is(text('article p[role=status]').includes('на сцене'));
  return { facts, behind };
}

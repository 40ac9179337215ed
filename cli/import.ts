import { commandLine } from '../command.ts';
import { readConfig } from '../config.ts';
import { importedWords } from '../model/articles/kinds.ts';
import { createStore, type Store } from '../model/store.ts';
import { numberText } from '../ops/doctor/report.ts';
import { INTERNET } from '../ops/embeds/fetch.ts';
import { ImportError } from '../ops/errors.ts';
import { type ImportReport, runImport } from '../ops/import/import.ts';
import { openSource } from '../ops/import/open.ts';
import { listImported, undoImport } from '../ops/import/records.ts';
import type { Actor } from '../roles.ts';
import { openExisting } from './database.ts';
import { type Args, showProgress, UsageError } from './terminal.ts';

export const help = `rampa import <файл, папка или адрес>   привезти новости и страницы с прежнего сайта
rampa import --dry-run <откуда>        только показать, что приедет, что изменится и что потеряется
rampa import list                      откуда уже привозили
rampa import --undo <источник>         убрать привезённое: тексты — в корзину, прежние адреса забыть

Что это, команда узнаёт сама: выгрузка WordPress (.xml), Ghost (.json или .zip), лента RSS или Atom, папка или .zip с
файлами Markdown, папка «rampa export», адрес сайта с таким же API. Приезжают тексты, картинки, файлы, даты, теги, авторы;
с прежних адресов будет переадресация. Черновики, личное, платное и закрытое паролем остаются черновиками, корзина не
приезжает. Повторённая команда ничего не удваивает, прерванная — продолжается.

  --site <адрес>   адрес прежнего сайта: откуда забирать картинки, если в выгрузке его нет или он во внутренней сети
  --json           отчёт одним объектом JSON

Код завершения: 0 — приехало всё, 2 — приехало с потерями, каждая названа, 1 — не получилось.
Сервер при этом может работать. База данных берётся из DATA_DIR или DATABASE_URL.

Примеры:
  ${commandLine('import --dry-run wordpress.2026-07-20.xml')}
  ${commandLine('import https://old.festival.example')}`;
export const flags = ['dry-run', 'json'];
export const values = ['site', 'undo'];
export const usageExitCode = 1; // 2 means a partial import

const IMPORTER: Actor = { username: 'rampa import', role: 'administrator' };

export async function run({ words, flags: given, values: { site, undo } }: Args): Promise<number> {
  const [place] = words;
  if (words.length !== (undo === undefined ? 1 : 0))
    throw new UsageError('Назовите один файл, одну папку или один адрес.');
  const trusted = originOf(site ?? place ?? '');
  if (site !== undefined && !trusted) throw new UsageError('После --site нужен адрес: https://old.festival.example');
  const config = readConfig(process.env);
  await using db = await openExisting(config);
  await using store = createStore(db, config);
  if (undo !== undefined) return await undoFrom(store, undo);
  if (place === 'list') return await list(store);
  const network = { ...INTERNET, trusted };
  const dryRun = given.has('dry-run');
  using shown = showProgress();
  const source = await openSource(place ?? '', { site: site && trusted, network });
  try {
    const report = await runImport(store, source, { dryRun, by: IMPORTER, progress: shown.progress, network });
    shown.end();
    const { texts: _texts, ...counted } = report;
    process.stdout.write(given.has('json') ? `${JSON.stringify(counted)}\n` : textOf(report, dryRun));
    return report.losses.length > 0 ? 2 : 0;
  } finally {
    await source.close?.();
  }
}

function originOf(address: string): string | undefined {
  return /^https?:\/\//i.test(address) ? URL.parse(address)?.origin : undefined;
}

async function undoFrom(store: Store, wanted: string): Promise<number> {
  if ((await listImported(store.db)).every(({ source }) => source !== wanted))
    throw new ImportError(`Из «${wanted}» ничего не привозили. Посмотрите, откуда: ${commandLine('import list')}`);
  const { removed, kept } = await undoImport(store, wanted, IMPORTER);
  process.stdout.write(`В корзине: ${removed}. Там они лежат 30 дней. Картинки и файлы остались в библиотеке.\n`);
  if (kept.length > 0) process.stdout.write(`Их правили здесь, они остались: ${kept.join('; ')}.\n`);
  return 0;
}

async function list({ db }: Store): Promise<number> {
  const known = await listImported(db);
  for (const { source, articles, importedAt } of known)
    process.stdout.write(`${source}  новостей и страниц: ${articles}, ${importedAt.slice(0, 10)}\n`);
  if (known.length === 0) process.stdout.write('Ничего не привозили.\n');
  return 0;
}

const MAX_SHOWN = 200; // lines; --json has all

function textOf({ losses, texts, ...report }: ImportReport, isDry: boolean): string {
  const { source, created, updated, unchanged, redirects } = report;
  const [news, old, said] = isDry
    ? ['приедут', 'обновятся', 'Пока ничего не изменилось. Вот что будет:']
    : ['приехали', 'обновлены', 'Готово.'];
  const counts = { [news]: created, [old]: updated, 'уже здесь': unchanged, 'прежних адресов': redirects };
  const lines = [`Источник: ${source}. ${said}`];
  for (const [what, count] of Object.entries(counts)) lines.push(`  ${what}: ${numberText(count)}`);
  if (isDry && texts.length > 0)
    lines.push('', 'Тексты:', ...texts.slice(0, MAX_SHOWN).map((text) => `  ${text.title}: ${importedWords(text)}`));
  if (isDry && created + updated > MAX_SHOWN) lines.push(`  … и ещё ${numberText(created + updated - MAX_SHOWN)}`);
  if (losses.length > 0) lines.push('', `Потери (${numberText(losses.length)}):`);
  for (const { item, what, count } of losses.slice(0, MAX_SHOWN))
    lines.push(`  ${item}: ${what}${count > 1 ? ` × ${count}` : ''}`);
  if (losses.length > MAX_SHOWN) lines.push(`  … и ещё ${numberText(losses.length - MAX_SHOWN)}: все покажет --json`);
  return `${lines.join('\n')}\n`;
}

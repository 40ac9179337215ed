import type { FastifyBaseLogger } from 'fastify';
import { Parser } from 'htmlparser2';
import { z } from 'zod';
import { ModelError, messageOf } from '../../errors.ts';
import { type Embed, embedOf, pageOf, providerOf } from '../../model/embeds/embeds.ts';
import { EMBEDS_JOB, type EmbedRow, nextEmbed, postponeEmbed, storeMetadata } from '../../model/embeds/stored.ts';
import type { Store } from '../../model/store.ts';
import { cleanTitle } from '../../model/uploads/types.ts';
import { hourly, type Job } from '../schedule.ts';
import { fetchListed, type Network } from './fetch.ts';

const BATCH_SIZE = 20; // Embeds per run, so that a backup need not wait long

interface Facts {
  title: string;
  duration: number | null; // s
  image: string | undefined; // Address of a picture
}

const MAX_TITLE = 200; // characters
const MAX_DURATION = 100 * 3600; // s
const MAX_PAGE = 1024 * 1024; // characters: metadata are at the beginning of a page

const described = z.object({
  title: z.string().catch(''),
  duration: z.number().optional().catch(undefined),
  thumbnail_url: z.string().optional().catch(undefined),
});

/** Fetches titles and posters of embeds from their sites, one at a time, once for all servers on a database. */
export function embedsJob(store: Store, log: FastifyBaseLogger, network?: Network): Job {
  let dueAt: Date | undefined;

  async function fetchEmbed(row: EmbedRow, signal: AbortSignal): Promise<void> {
    const embed = embedOf(row.provider, row.code);
    const ask: Ask = (address, hosts) => fetchListed(address, hosts, signal, network);
    try {
      if (!embed) throw new Error('the provider is not listed any more');
      const facts = await factsOf(embed, ask);
      const { title, duration, image } = facts;
      if (!title && !image) throw new Error('the page describes nothing');
      const { poster, problem } = await posterOf(store, embed, facts, ask);
      if (problem) log.info({ err: problem, embed }, 'the poster of an embed will be asked for again');
      await storeMetadata(store, row, { title, duration, poster: poster ?? row.poster }, !problem);
    } catch (error) {
      if (signal.aborted) return;
      log.info({ reason: messageOf(error), embed }, 'an embed will be asked for again');
      await postponeEmbed(store, row);
    }
  }

  return {
    name: EMBEDS_JOB,
    next: hourly(() => dueAt),
    async run(signal) {
      for (let asked = 0; asked < BATCH_SIZE && !signal.aborted; asked += 1) {
        const row = await nextEmbed(store.db);
        dueAt = row?.next_try_at ? new Date(row.next_try_at) : undefined;
        if (!row || !dueAt || dueAt.getTime() > Date.now()) return;
        await fetchEmbed(row, signal);
      }
    },
  };
}

type Ask = (address: string, hosts: readonly string[]) => ReturnType<typeof fetchListed>;

async function factsOf(embed: Embed, ask: Ask): Promise<Facts> {
  const { facts, asked, shape } = providerOf(embed);
  const address = facts?.(embed.id) ?? pageOf(embed);
  const { type, bytes } = await ask(address, asked);
  const text = decoded(type, bytes);
  return facts ? factsOfJson(text) : factsOfPage(text, address, shape(embed.id) === 'post');
}

/** Stores the poster like an upload. A missing or invalid picture is no failure: the generated poster stays. */
async function posterOf({ images }: Store, embed: Embed, { title, image }: Facts, ask: Ask) {
  if (!image) return {};
  try {
    const { bytes } = await ask(image, providerOf(embed).images);
    const name = `${providerOf(embed).title}: ${title}`.replace(/[/\\]/g, ' ');
    return { poster: (await images.put(bytes, null, name)).url };
  } catch (problem) {
    return problem instanceof ModelError && problem.status < 500 ? {} : { problem };
  }
}

/** Reads an oEmbed answer, or Rutube's, which has a duration. Throws unless it is a JSON object. */
function factsOfJson(text: string): Facts {
  const { title, duration, thumbnail_url } = described.parse(JSON.parse(text));
  return { title: cleanTitle(title, MAX_TITLE), duration: seconds(duration), image: thumbnail_url };
}

/** Reads a page's Open Graph. A post's title is only its author: the beginning of its text is appended. */
function factsOfPage(html: string, page: string, isPost: boolean): Facts {
  const meta = metaOf(html.slice(0, MAX_PAGE));
  const title = meta.get('og:title') ?? '';
  const description = isPost ? (meta.get('og:description') ?? '') : '';
  const image = meta.get('og:image');
  return {
    title: cleanTitle([title, description].filter((text) => text.trim()).join(': '), MAX_TITLE),
    duration: seconds(Number(meta.get('og:video:duration') ?? meta.get('video:duration') ?? Number.NaN)),
    image: image && URL.canParse(image, page) ? new URL(image, page).href.replace(/^http:/, 'https:') : undefined,
  };
}

/** Text in the encoding that `Content-Type` names; UTF-8 when it names none or an unknown one. */
function decoded(type: string, bytes: Buffer): string {
  const label = /charset="?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return bytes.toString();
  }
}

function metaOf(html: string): Map<string, string> {
  const meta = new Map<string, string>();
  const parser = new Parser({
    onopentag(tag, { property, name, content }) {
      const key = tag === 'meta' ? (property ?? name) : undefined;
      if (key !== undefined && content !== undefined && !meta.has(key)) meta.set(key, content);
    },
  });
  parser.end(html);
  return meta;
}

function seconds(value = Number.NaN): number | null {
  return value >= 1 && value <= MAX_DURATION ? Math.round(value) : null;
}

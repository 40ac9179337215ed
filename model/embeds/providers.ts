import { dzen } from './providers/dzen.ts';
import { ok } from './providers/ok.ts';
import { rutube } from './providers/rutube.ts';
import { telegram } from './providers/telegram.ts';
import { vk, vkvideo } from './providers/vk.ts';
import { yandexMusic } from './providers/yandex-music.ts';
import { youtube } from './providers/youtube.ts';

/** Sites whose pages may stand in bodies; shared by model, panel and pages. `vk` before `vkvideo`: a post may name a video. */
export const PROVIDERS = { youtube, rutube, vk, vkvideo, ok, dzen, telegram, 'yandex-music': yandexMusic } as const;

export type ProviderName = keyof typeof PROVIDERS;

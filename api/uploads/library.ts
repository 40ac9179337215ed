import { z } from 'zod';

export const useSchema = z.object({
  kind: z.enum(['article', 'page']),
  slug: z.string(),
  title: z.string(),
  deleted: z.boolean().describe('The article lies in the bin'),
  earlier: z.boolean().describe('Only earlier versions of the article show it'),
});

export const siteUseSchema = z.object({
  place: z.string().describe('Russian, to stand after «стоит»'),
  path: z.string().describe('The screen of the panel that changes it, below /admin/'),
});

export const flag = (name: string) =>
  z
    .enum(['true', 'false'], `${name}: выберите «да» или «нет».`)
    .transform((value) => value === 'true')
    .optional();

/** Text that cannot be the name of an upload becomes empty. */
export const nameParams = z.object({
  name: z.string().transform((name) => (/^[\w.-]{1,100}$/.test(name) ? name : '')),
});

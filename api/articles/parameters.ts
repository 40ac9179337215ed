import { z } from 'zod';

export const bySlug = z.object({ slug: z.string() });
export const byId = z.object({ id: numbered() });
export const byVersion = bySlug.extend({ version: numbered() });

/** What is no number of ours is the number of nothing: 404, as an unknown slug is. */
function numbered() {
  return z.string().transform((given) => (/^[1-9]\d{0,8}$/.test(given) ? Number(given) : 0));
}

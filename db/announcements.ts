import { z } from 'zod';

const article = z.object({ slug: z.string(), title: z.string() });

const standing = z.object({
  id: z.number(),
  date: z.string(),
  publish_at: z.string().nullable(),
  expires_at: z.string().nullable(),
  deleted_at: z.string().nullable(),
});

/** Of `news`, `article` has just become public; without `move` the order of lists is unchanged. */
export const announcementSchema = z.discriminatedUnion('topic', [
  z.object({
    topic: z.literal('news'),
    article: article.optional(),
    isWithdrawal: z.literal(true).optional(),
    move: z.object({ from: standing.optional(), to: standing.optional() }).optional(),
  }),
  z.object({ topic: z.literal('watch-settings') }),
  z.object({ topic: z.literal('vote-settings') }),
  z.object({ topic: z.literal('site-content') }),
]);

export type Announcement = z.output<typeof announcementSchema>;

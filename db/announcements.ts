import { z } from 'zod';

const article = z.object({ slug: z.string(), title: z.string() });

/** Where an article stands in lists, and when it is public. */
const standing = z.object({
  id: z.number(),
  date: z.string(),
  publish_at: z.string().nullable(),
  expires_at: z.string().nullable(),
  deleted_at: z.string().nullable(),
});

/**
 * What open pages and caches are told after a change is committed. Of news, `article` has just become public; a withdrawal took one
 * off the site, or off its address, or said when it goes. Without a move every article stands where it stood.
 */
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

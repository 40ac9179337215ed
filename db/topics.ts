import { z } from 'zod';

/** Open pages revalidate after `news` and changes of what every page shows. Each topic is the name of a live event. */
export const LIST_TOPICS = ['news', 'site-content'] as const;

const article = z.object({ slug: z.string(), title: z.string() });

const standing = z.object({
  id: z.number(),
  date: z.string(),
  publish_at: z.string().nullable(),
  expires_at: z.string().nullable(),
  deleted_at: z.string().nullable(),
});

/** `isWithdrawal`: something is public no more. `article` of `news` just became public; `move`: lists are reordered. */
export const topicMessageSchema = z.discriminatedUnion('topic', [
  z.object({
    topic: z.literal('news'),
    article: article.optional(),
    isWithdrawal: z.literal(true).optional(),
    move: z.object({ from: standing.optional(), to: standing.optional() }).optional(),
  }),
  z.object({ topic: z.enum(['site-content', 'results']), isWithdrawal: z.literal(true).optional() }),
  // Their live events carry the new state.
  z.object({ topic: z.enum(['watch-settings', 'vote-settings', 'stage', 'urgent']) }),
]);

export type TopicMessage = z.output<typeof topicMessageSchema>;

/** Whether open pages revalidate; messages of the other topics carry the new state. */
export function isList(topic: TopicMessage['topic']): topic is (typeof LIST_TOPICS)[number] {
  return (LIST_TOPICS as readonly string[]).includes(topic);
}

import { z } from 'zod';
import { endpoint, uuid } from '../endpoint.ts';

export const mostFailedAtOnce = 200;

/** An event that one of its subscribers could not take, set aside so that nothing waits behind it. Its content is its enterprise's and not told. */
export const FailedEvent = z.object({
  id: uuid,
  subscriber: z.string(),
  type: z.string(),
  space: z.object({ id: z.string(), name: z.string() }),
  /** The id of what it happened to. */
  subject: z.string(),
  requestId: z.string(),
  /** When it happened; null for one that failed before such events were kept whole. */
  at: z.string().nullable(),
  failedAt: z.string(),
  tries: z.int(),
  error: z.string(),
  /** Another try is asked for and on its way. */
  asked: z.boolean(),
  can: z.object({ replay: z.boolean(), discard: z.boolean() }),
});
export type FailedEvent = z.infer<typeof FailedEvent>;

/** How far a subscriber is behind; `seconds`: the age of the oldest event that waits for it. */
export const SubscriberLag = z.object({
  subscriber: z.string(),
  waiting: z.int(),
  seconds: z.number(),
  failed: z.int(),
});
export type SubscriberLag = z.infer<typeof SubscriberLag>;

const FailedEvents = z.object({
  events: z
    .array(z.object({ id: uuid, subscriber: z.string().min(1).max(100) }))
    .min(1)
    .max(mostFailedAtOnce),
});

export const eventsApi = {
  failed: endpoint({
    method: 'GET',
    path: '/operations/failed-events',
    permission: 'operations.event.read',
    summary: 'Events of all spaces that a subscriber could not take, the latest first.',
    query: z.object({
      subscriber: z.string().max(100).optional(),
      offset: z.coerce.number().int().min(0).max(100_000).default(0),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    response: z.object({ rows: z.array(FailedEvent), total: z.int() }),
  }),
  lag: endpoint({
    method: 'GET',
    path: '/operations/event-lag',
    permission: 'operations.event.read',
    summary: 'How far each subscriber is behind, and whether a process hands events on.',
    response: z.object({ rows: z.array(SubscriberLag), alive: z.boolean(), seenAt: z.string().nullable() }),
  }),
  replay: endpoint({
    method: 'POST',
    path: '/operations/failed-events/replays',
    permission: 'operations.event.edit',
    summary:
      "Hands failed events to their subscribers once more; those that fail again stay in the list. Each stands in the operator's log.",
    body: FailedEvents,
    response: z.object({ asked: z.int() }),
  }),
  discard: endpoint({
    method: 'POST',
    path: '/operations/failed-events/discards',
    permission: 'operations.event.edit',
    summary: "Takes failed events off the list for good; each stands in the operator's log.",
    body: FailedEvents,
    response: z.object({ discarded: z.int() }),
  }),
};

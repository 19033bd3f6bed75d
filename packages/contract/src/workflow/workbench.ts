import { z } from 'zod';
import { endpoint, shortId, uuid } from '../endpoint.ts';
import { Text } from '../text.ts';
import { Comment, page, Reason } from './process.ts';

/** A record that I made and have not handed in. */
export const DraftRow = z.object({
  formId: shortId,
  formTitle: Text,
  appId: shortId,
  appTitle: Text,
  recordId: uuid,
  recordTitle: z.string(),
  savedAt: z.string(),
});
export type DraftRow = z.infer<typeof DraftRow>;

/** How many go in one batch. */
export const mostInBatch = 100;

/** What became of one item: nothing to say when it worked, else a refusal with what its text fills in. */
export const BatchItem = z.object({
  id: uuid,
  refused: z.object({ code: z.string(), data: z.record(z.string(), z.unknown()) }).nullable(),
});
export type BatchItem = z.infer<typeof BatchItem>;
const BatchAnswer = z.object({ results: z.array(BatchItem) });

/** Each item has a command id of its own: sent again, what was done is not done twice. */
const OnTask = z.object({ taskId: uuid, version: z.int(), commandId: uuid });
const items = z.array(OnTask).min(1).max(mostInBatch);
const permission = 'workflow.task.handle' as const;

export const workbenchApi = {
  drafts: endpoint({
    method: 'GET',
    path: '/workflow/drafts',
    permission,
    summary: 'Records that I made and have not handed in, newest first.',
    query: z.object({
      after: z.string().optional(),
      limit: z.number().int().min(1).max(100).optional(),
      appId: shortId.optional(),
    }),
    response: page(DraftRow),
  }),
  approve: endpoint({
    method: 'POST',
    path: '/workflow/tasks/submissions',
    permission,
    agents: 'todo',
    summary: 'Approve several of my tasks with one comment; says of each what became of it.',
    body: z.object({ items, comment: Comment.optional() }),
    response: BatchAnswer,
  }),
  transfer: endpoint({
    method: 'POST',
    path: '/workflow/tasks/transfers',
    permission,
    summary: 'Make several of my tasks another person’s; says of each what became of it.',
    body: z.object({ items, person: uuid, reason: Reason.optional() }),
    response: BatchAnswer,
  }),
  urge: endpoint({
    method: 'POST',
    path: '/workflow/instances/urges',
    permission,
    summary: 'Urge those whom several processes wait for; says of each what became of it.',
    body: z.object({
      items: z
        .array(z.object({ instanceId: uuid, commandId: uuid }))
        .min(1)
        .max(mostInBatch),
      message: Comment.max(60).optional(),
    }),
    response: BatchAnswer,
  }),
};

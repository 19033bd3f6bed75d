import { z } from 'zod';
import { endpoint, nothing, shortId, uuid } from '../endpoint.ts';
import { InstanceState, page } from './process.ts';
import { CcRow, Counts, HandledRow, StartedRow, TodoMark, TodoRow } from './work-rows.ts';

const listQuery = z.object({
  after: z.string().optional(),
  limit: z.number().int().min(1).max(100).optional(),
  search: z.string().max(100).optional(),
  formId: shortId.optional(),
  appId: shortId.optional(),
  /** Of what the list is sorted by: received, acted, started or copied. */
  from: z.iso.datetime().optional(),
  until: z.iso.datetime().optional(),
});
const byState = listQuery.extend({ state: InstanceState.optional() });
const byMark = listQuery.extend({ mark: TodoMark.optional() });

/** What waits for a person, what they did, began, and should know; part of `workflowApi`. */
export const listEndpoints = {
  todo: endpoint({
    method: 'GET',
    path: '/workflow/todo',
    permission: 'workflow.task.handle',
    summary: 'What waits for me: what is to be done by a time first, the rest newest first.',
    query: byMark,
    response: page(TodoRow),
  }),
  handled: endpoint({
    method: 'GET',
    path: '/workflow/handled',
    permission: 'workflow.task.handle',
    summary: 'What I have acted on, newest first.',
    query: byState,
    response: page(HandledRow),
  }),
  started: endpoint({
    method: 'GET',
    path: '/workflow/started',
    permission: 'workflow.task.handle',
    summary: 'What I have started, newest first.',
    query: byState,
    response: page(StartedRow),
  }),
  copies: endpoint({
    method: 'GET',
    path: '/workflow/copies',
    permission: 'workflow.task.handle',
    summary: 'What I was copied on, newest first.',
    query: byState,
    response: page(CcRow),
  }),
  readCopy: endpoint({
    method: 'PUT',
    path: '/workflow/copies/:copyId/reading',
    permission: 'workflow.task.handle',
    summary: 'Mark a copy as read.',
    params: z.object({ copyId: uuid }),
    response: nothing,
  }),
  counts: endpoint({
    method: 'GET',
    path: '/workflow/counts',
    permission: 'workflow.task.handle',
    summary: 'How many to-dos, started instances and unread copies I have.',
    response: Counts,
  }),
};

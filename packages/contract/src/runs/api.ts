import { z } from 'zod';
import { endpoint, uuid } from '../endpoint.ts';
import { Text } from '../text.ts';
import { RunState, RunStep, RunView } from './run.ts';

const cursor = z.string().max(200);

const Shape = z.record(z.string(), z.unknown());
const Offered = { name: z.string(), title: Text };

export const runsApi = {
  offered: endpoint({
    method: 'GET',
    path: '/actions',
    permission: 'forms.design.read',
    summary:
      'What rules and flows may do and begin with, for designers: titles, and JSON schemas of what each is given.',
    response: z.object({
      actions: z.array(
        z.object({
          ...Offered,
          effect: z.enum(['space', 'outside']),
          actsAs: z.array(z.enum(['person', 'author', 'system'])),
          input: Shape,
          output: Shape,
        }),
      ),
      triggers: z.array(z.object({ ...Offered, filter: Shape, payload: Shape })),
    }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/runs',
    permission: 'signed-in',
    summary: 'Runs, the latest first: of a kind or a definition those that one may see, otherwise those one began.',
    query: z.object({
      kind: z.string().max(100).optional(),
      definition: z.string().max(100).optional(),
      state: RunState.optional(),
      after: cursor.optional(),
      limit: z.number().int().min(1).max(100).default(20),
    }),
    response: z.object({ runs: z.array(RunView), next: cursor.nullable() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/runs/:runId',
    permission: 'signed-in',
    summary: 'One run. One that was asked for a moment ago waits.',
    params: z.object({ runId: uuid }),
    response: RunView,
  }),
  steps: endpoint({
    method: 'GET',
    path: '/runs/:runId/steps',
    permission: 'signed-in',
    summary: 'What a run did, in order; `after` is the number of the last step that was read.',
    params: z.object({ runId: uuid }),
    query: z.object({ after: z.number().int().min(0).optional() }),
    response: z.object({ steps: z.array(RunStep), more: z.boolean() }),
  }),
  cancel: endpoint({
    method: 'PUT',
    path: '/runs/:runId/cancellation',
    permission: 'signed-in',
    summary: 'Ask a run to stop: one that waits ends at once, one that works when its work is in order.',
    params: z.object({ runId: uuid }),
    response: RunView,
  }),
  rerun: endpoint({
    method: 'POST',
    path: '/runs/:runId/reruns',
    permission: 'signed-in',
    summary: 'Run again: from the start as a new run, or from a node of one that failed.',
    params: z.object({ runId: uuid }),
    body: z.object({ from: z.string().max(100).optional() }),
    response: RunView,
  }),
};

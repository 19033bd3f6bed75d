import { z } from 'zod';
import { endpoint, shortId, uuid } from '../endpoint.ts';
import { FlowNode } from '../rules/flow.ts';
import { HookAddresses } from '../rules/hook.ts';
import { RunState } from '../runs/run.ts';
import { Text } from '../text.ts';

const Values = z.record(z.string().max(200), z.unknown());
const ofRun = z.object({ flowRunId: uuid });
const flowId = z.string().min(1).max(100);

/** What came of a call: with `wait` the end where it came in time, otherwise the run alone. */
export const FlowAnswer = z.object({
  run: uuid,
  state: RunState,
  result: z.unknown(),
  error: z.object({ code: z.string(), data: Values.optional() }).nullable(),
});
export type FlowAnswer = z.infer<typeof FlowAnswer>;

/** What starts a flow by hand. */
export const FlowStartInput = z.object({ flowId, input: Values, commandId: uuid.optional() });

export const openKinds = ['call', 'flow', 'wait', 'message', 'approval', 'callback', 'retry'] as const;

/** What a run waits for. */
export const OpenStep = z.object({
  key: z.string(),
  node: z.string(),
  kind: z.enum(openKinds),
  since: z.string(),
  /** When it goes on by itself, or counts as failed. */
  due: z.string().nullable(),
  attempt: z.int(),
});
export type OpenStep = z.infer<typeof OpenStep>;

export const FlowRunStand = z.object({
  open: z.array(OpenStep),
  paused: z.boolean(),
  /** Its flow has as many runs as it may: it waits for its turn. */
  limited: z.boolean(),
  /** Milliseconds and passes of each node. */
  nodes: z.record(z.string(), z.object({ ms: z.number(), passes: z.int(), failed: z.int() })),
  can: z.object({ pause: z.boolean(), resume: z.boolean() }),
});
export type FlowRunStand = z.infer<typeof FlowRunStand>;

export const FlowRun = z.object({
  id: uuid,
  definition: z.string(),
  /** Null where the flow is one that the reader may not see. */
  name: Text.nullable(),
  release: z.int(),
  trigger: z.string(),
  actor: uuid.nullable(),
  state: RunState,
  error: z.object({ code: z.string(), data: Values.optional() }).nullable(),
  steps: z.int(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
});
export type FlowRun = z.infer<typeof FlowRun>;

/** What narrows a list of runs. */
const runFilter = {
  definition: flowId.optional(),
  state: RunState.optional(),
  trigger: z.string().max(100).optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  /** The id of a run, or the start of one. */
  search: z.string().trim().max(40).optional(),
};

/** A release on which a failed run may go on, or what stands against it. */
export const RerunChoice = z.object({
  release: z.int(),
  /** Nodes the run has passed that are others there. */
  differs: z.array(z.object({ node: z.string(), name: z.string() })),
});

export const orchestrationApi = {
  call: endpoint({
    method: 'POST',
    path: '/flows/:flowKey',
    permission: 'orchestration.flow.call',
    summary: 'Starts a flow by its key; with `wait` seconds it answers at the end, where that comes in time.',
    params: z.object({ flowKey: z.string().max(60) }),
    query: z.object({ wait: z.number().min(0).max(30).optional() }),
    body: Values,
    response: FlowAnswer,
  }),
  start: endpoint({
    method: 'POST',
    path: '/flow-runs',
    permission: 'orchestration.flow.call',
    summary: 'Starts a flow by its id, by hand; the same command starts it once.',
    body: FlowStartInput,
    response: FlowAnswer,
  }),
  press: endpoint({
    method: 'POST',
    path: '/flow-buttons/:flowId/records/:recordId',
    permission: 'orchestration.flow.call',
    summary: 'Starts a flow by its button on a record that one sees; the same command starts it once.',
    params: z.object({ flowId, recordId: uuid }),
    body: z.object({ formId: shortId, commandId: uuid }),
    response: FlowAnswer,
  }),
  runs: endpoint({
    method: 'GET',
    path: '/flow-runs',
    permission: 'orchestration.run.read',
    summary: 'Runs of flows that one may see, the latest first.',
    query: z.object({
      ...runFilter,
      after: z.string().max(200).optional(),
      limit: z.number().int().min(1).max(100).default(50),
    }),
    response: z.object({ rows: z.array(FlowRun), next: z.string().nullable() }),
  }),
  runsSheet: endpoint({
    method: 'GET',
    path: '/flow-runs/sheet',
    permission: 'orchestration.run.read',
    summary: 'The same runs as a spreadsheet or as delimited text, all of them.',
    query: z.object({ ...runFilter, format: z.enum(['xlsx', 'csv']) }),
    response: z.unknown(),
    transfer: 'stream',
  }),
  stand: endpoint({
    method: 'GET',
    path: '/flow-runs/:flowRunId/stand',
    permission: 'orchestration.run.read',
    summary: 'What a run of a flow waits for just now, and what each node took.',
    params: ofRun,
    response: FlowRunStand,
  }),
  pause: endpoint({
    method: 'PUT',
    path: '/flow-runs/:flowRunId/pause',
    permission: 'orchestration.run.edit',
    summary: 'Lets a run stand still, or go on; what was begun comes to its end.',
    params: ofRun,
    body: z.object({ paused: z.boolean() }),
    response: z.null(),
  }),
  rerunChoices: endpoint({
    method: 'GET',
    path: '/flow-runs/:flowRunId/rerun',
    permission: 'orchestration.run.read',
    summary: 'Releases on which a failed run may go on: its own, and the one in force with what differs.',
    params: ofRun,
    response: z.array(RerunChoice),
  }),
  rerun: endpoint({
    method: 'POST',
    path: '/flow-runs/:flowRunId/rerun',
    permission: 'orchestration.run.edit',
    summary: 'A failed run goes on where it failed; nothing before is done again.',
    params: ofRun,
    body: z.object({ release: z.int().optional() }),
    response: z.null(),
  }),
  replay: endpoint({
    method: 'POST',
    path: '/flow-runs/:flowRunId/replays',
    permission: 'orchestration.run.edit',
    summary: 'Runs again from the start with the same input, as a new run on the release in force.',
    params: ofRun,
    response: FlowAnswer,
  }),
  export: endpoint({
    method: 'GET',
    path: '/flow-runs/:flowRunId/export',
    permission: 'orchestration.run.read',
    summary: 'A run with its steps as a JSON file, masked for its reader.',
    params: ofRun,
    response: z.unknown(),
    transfer: 'stream',
  }),
  message: endpoint({
    method: 'POST',
    path: '/flow-messages/:messageName',
    permission: 'orchestration.flow.call',
    summary: 'A message for a run that waits for its name and key, or for flows that it starts; kept for seven days.',
    params: z.object({ messageName: z.string().min(1).max(200) }),
    body: z.object({ key: z.string().max(200).default(''), payload: z.unknown(), commandId: uuid.optional() }),
    response: z.object({ taken: z.boolean() }),
  }),
  callback: endpoint({
    method: 'POST',
    path: '/flow-callbacks/:callbackToken/:flowNode',
    permission: 'anyone',
    summary: 'Answers a node of a run that waits for a call from outside; the address says whose it is.',
    params: z.object({ callbackToken: z.string().max(200), flowNode: z.string().max(60) }),
    body: z.unknown(),
    response: z.object({ taken: z.boolean() }),
  }),
  hook: endpoint({
    method: 'POST',
    path: '/hooks/:hookToken',
    permission: 'anyone',
    summary:
      'Begins the rule or the flow of this address; the same `key` begins it once. Answers with the run at once. Without the secret part of the address the call is signed: `x-formwork-signature: t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<body>" in hex>`.',
    signed: true,
    status: 202,
    params: z.object({ hookToken: z.string().max(200) }),
    query: z.object({ key: z.string().min(1).max(200).optional() }),
    body: z.unknown(),
    response: z.object({ run: uuid }),
  }),
  hookOf: endpoint({
    method: 'GET',
    path: '/flows/:flowId/hooks/:startId',
    permission: 'orchestration.run.edit',
    summary: 'The address from which a flow is begun by calls from outside, for who draws it.',
    params: z.object({ flowId, startId: z.string().min(1).max(60) }),
    response: HookAddresses,
  }),
  trial: endpoint({
    method: 'POST',
    path: '/flows/:flowId/trials',
    permission: 'orchestration.run.edit',
    summary: 'Tries one node as it is drawn; what it writes into records is taken back.',
    params: z.object({ flowId }),
    body: z.object({ node: FlowNode, vars: Values }),
    response: z.object({
      input: z.unknown(),
      output: z.unknown(),
      error: z.object({ code: z.string(), data: Values.optional() }).nullable(),
      ms: z.number(),
    }),
  }),
  lastInput: endpoint({
    method: 'GET',
    path: '/flows/:flowId/nodes/:flowNode/last-input',
    permission: 'orchestration.run.read',
    summary: 'The variables with which a node was reached last, for a trial.',
    params: z.object({ flowId, flowNode: z.string().max(60) }),
    response: z.object({ vars: Values.nullable(), run: uuid.nullable() }),
  }),
};

import { z } from 'zod';
import { endpoint, largeBodyBytes, shortId, uuid } from '../endpoint.ts';
import { SlaveInput, ValuesShape } from '../records/record.ts';
import { mostMentions } from '../records/talk.ts';
import { Problem, ProcessGraph } from './graph.ts';
import { choices, designEndpoints } from './design-api.ts';
import {
  CommandAnswer,
  Comment,
  HistoryEvent,
  ProcessView,
  Reason,
  ReturnMode,
  SignerPlace,
  SubmissionPreview,
  PersonRef,
} from './process.ts';
import { listEndpoints } from './lists.ts';
import { Proof } from './verification.ts';

export const Definition = z.object({
  formId: shortId,
  graph: ProcessGraph,
  /** 0 while nobody has saved one: the graph is then the starting point of the designer. */
  version: z.int(),
  updatedAt: z.string().nullable(),
  updatedBy: PersonRef.nullable(),
  /** The number of the release that new instances run. */
  released: z.int().nullable(),
});
export type Definition = z.infer<typeof Definition>;

export const Release = z.object({ number: z.int(), note: z.string(), releasedAt: z.string(), releasedBy: PersonRef });
export type Release = z.infer<typeof Release>;

/** Made by the browser once per click: sent again after a lost answer it has no second effect. */
const commandId = uuid;

/** What a submission may change in the record: values by field id, slave rows as in a save of the record. */
const recordChange = {
  /** Of the record as the person saw it; without changes it may be left out. */
  recordVersion: z.int().optional(),
  values: ValuesShape.optional(),
  slaves: SlaveInput.optional(),
};

const signed = {
  comment: Comment.optional(),
  /** Id of an uploaded image. */
  signature: z.string().optional(),
  /** Where the node demands it: who submits proves once more who they are. */
  verification: Proof.optional(),
};

const ofRecord = z.object({ formId: shortId, recordId: uuid });
const ofTask = z.object({ taskId: uuid });
const ofInstance = z.object({ instanceId: uuid });
const ofForm = z.object({ formId: shortId });

/** `version` is the task's as the person saw it: 409 when it was returned, transferred or its signers changed since. */
const onTask = { commandId, version: z.int() };

export const workflowApi = {
  definition: endpoint({
    method: 'GET',
    path: '/workflow/forms/:formId/definition',
    permission: 'workflow.design.read',
    summary: 'The draft process of a form.',
    params: ofForm,
    response: Definition,
  }),
  saveDefinition: endpoint({
    method: 'PUT',
    path: '/workflow/forms/:formId/definition',
    bodyBytes: largeBodyBytes,
    permission: 'workflow.design.edit',
    summary: 'Save the draft process of a form; 409 when somebody saved in between.',
    params: ofForm,
    body: z.object({ graph: ProcessGraph, expectedVersion: z.int() }),
    response: Definition,
  }),
  problems: endpoint({
    method: 'POST',
    path: '/workflow/forms/:formId/problems',
    bodyBytes: largeBodyBytes,
    permission: 'workflow.design.read',
    summary: 'What keeps this graph from being released.',
    params: ofForm,
    body: z.object({ graph: ProcessGraph }),
    response: z.array(Problem),
  }),
  release: endpoint({
    method: 'POST',
    path: '/workflow/forms/:formId/releases',
    permission: 'workflow.design.edit',
    summary: 'Release the draft: new instances run it, running ones keep theirs.',
    params: ofForm,
    body: z.object({ expectedVersion: z.int(), note: z.string().max(200).optional() }),
    response: Release,
  }),
  releases: endpoint({
    method: 'GET',
    path: '/workflow/forms/:formId/releases',
    permission: 'workflow.design.read',
    summary: 'The releases of a process, newest first.',
    params: ofForm,
    response: z.array(Release),
  }),
  releaseGraph: endpoint({
    method: 'GET',
    path: '/workflow/forms/:formId/releases/:number',
    permission: 'workflow.design.read',
    summary: 'The graph of one release.',
    params: z.object({ formId: shortId, number: z.number().int() }),
    response: Release.extend({ graph: ProcessGraph }),
  }),

  ...designEndpoints,

  startRights: endpoint({
    method: 'GET',
    path: '/workflow/forms/:formId/start',
    permission: 'workflow.task.handle',
    agents: 'read',
    summary: 'Whether I may start a process with this form, and my rights on its fields when I do.',
    params: ofForm,
    response: z.object({ can: z.boolean(), rights: ProcessView.shape.rights }),
  }),
  start: endpoint({
    method: 'POST',
    path: '/workflow/forms/:formId/records/:recordId/instances',
    permission: 'workflow.task.handle',
    agents: 'create',
    summary: 'Start the process with a saved record; changed values are saved in the same transaction.',
    params: ofRecord,
    body: z.object({ commandId, ...recordChange, ...choices, ...signed }),
    response: CommandAnswer,
  }),
  process: endpoint({
    method: 'GET',
    path: '/workflow/forms/:formId/records/:recordId/process',
    permission: 'workflow.task.handle',
    agents: 'read',
    summary: 'The process of a record: map, tasks, my rights and what I can do.',
    params: ofRecord,
    response: ProcessView,
  }),
  history: endpoint({
    method: 'GET',
    path: '/workflow/forms/:formId/records/:recordId/history',
    permission: 'workflow.task.handle',
    agents: 'read',
    summary: 'Everything that happened in the process of a record, oldest first.',
    params: ofRecord,
    response: z.array(HistoryEvent),
  }),
  preview: endpoint({
    method: 'POST',
    path: '/workflow/forms/:formId/records/:recordId/preview',
    bodyBytes: largeBodyBytes,
    permission: 'workflow.task.handle',
    agents: 'read',
    summary:
      'What submitting would do: next steps and executors, whether it is the last step, what must be chosen first.',
    params: ofRecord,
    body: z.object({
      /** The task to submit; without it the start of a process. */
      taskId: uuid.optional(),
      values: recordChange.values,
      slaves: recordChange.slaves,
      ...choices,
    }),
    response: SubmissionPreview,
  }),

  submit: endpoint({
    method: 'POST',
    path: '/workflow/tasks/:taskId/submission',
    bodyBytes: largeBodyBytes,
    permission: 'workflow.task.handle',
    agents: 'todo',
    summary: 'Approve, fill in or resubmit; changed values are saved in the same transaction.',
    params: ofTask,
    body: z.object({ ...onTask, ...recordChange, ...choices, ...signed }),
    response: CommandAnswer,
  }),
  saveTaskDraft: endpoint({
    method: 'PUT',
    path: '/workflow/tasks/:taskId/draft',
    bodyBytes: largeBodyBytes,
    permission: 'workflow.task.handle',
    agents: 'todo',
    summary: 'Save what I filled in without submitting.',
    params: ofTask,
    body: z.object({ ...onTask, ...recordChange }),
    response: CommandAnswer,
  }),
  returnTask: endpoint({
    method: 'POST',
    path: '/workflow/tasks/:taskId/return',
    permission: 'workflow.task.handle',
    agents: 'return',
    summary: 'Give the work back to the initiator or to a completed node, with a reason.',
    params: ofTask,
    body: z.object({ ...onTask, node: z.string(), reason: Reason, mode: ReturnMode.optional() }),
    response: CommandAnswer,
  }),
  transfer: endpoint({
    method: 'POST',
    path: '/workflow/tasks/:taskId/transfer',
    permission: 'workflow.task.handle',
    summary: 'Make my task another person’s.',
    params: ofTask,
    body: z.object({ ...onTask, person: uuid, reason: Reason.optional() }),
    response: CommandAnswer,
  }),
  addSigners: endpoint({
    method: 'POST',
    path: '/workflow/tasks/:taskId/signers',
    permission: 'workflow.task.handle',
    summary: 'Add signers before me, after me or beside me.',
    params: ofTask,
    body: z.object({ ...onTask, persons: z.array(uuid).min(1).max(50), place: SignerPlace, reason: Reason.optional() }),
    response: CommandAnswer,
  }),

  removeSigners: endpoint({
    method: 'POST',
    path: '/workflow/tasks/:taskId/removed-signers',
    permission: 'workflow.task.handle',
    summary: 'Take signers away who have not acted yet.',
    params: ofTask,
    body: z.object({ ...onTask, persons: z.array(uuid).min(1).max(50), reason: Reason.optional() }),
    response: CommandAnswer,
  }),
  entrust: endpoint({
    method: 'POST',
    path: '/workflow/tasks/:taskId/entrustment',
    permission: 'workflow.task.handle',
    summary: 'Ask one other person to act in my place; what they do counts as mine.',
    params: ofTask,
    body: z.object({ ...onTask, person: uuid, reason: Reason.optional() }),
    response: CommandAnswer,
  }),
  cancelEntrusted: endpoint({
    method: 'POST',
    path: '/workflow/tasks/:taskId/entrustment/cancellation',
    permission: 'workflow.task.handle',
    summary: 'Take back what I entrusted, while nobody has acted on it.',
    params: ofTask,
    body: z.object({ commandId }),
    response: CommandAnswer,
  }),
  answerEntrusted: endpoint({
    method: 'POST',
    path: '/workflow/tasks/:taskId/entrustment/answer',
    permission: 'workflow.task.handle',
    summary: 'Accept to act in the place of another, or refuse it with a reason.',
    params: ofTask,
    body: z.object({ ...onTask, reason: Reason.optional() }),
    response: CommandAnswer,
  }),
  retry: endpoint({
    method: 'POST',
    path: '/workflow/instances/:instanceId/retries',
    permission: 'workflow.task.handle',
    summary: 'Have the system try again what it failed to do at a node; for administrators of the process.',
    params: ofInstance,
    body: z.object({ commandId, node: z.string().max(128) }),
    response: CommandAnswer,
  }),

  retrieve: endpoint({
    method: 'POST',
    path: '/workflow/instances/:instanceId/retrieval',
    permission: 'workflow.task.handle',
    summary: 'Take back what I submitted while nobody downstream has acted.',
    params: ofInstance,
    body: z.object({ commandId, taskId: uuid }),
    response: CommandAnswer,
  }),
  cc: endpoint({
    method: 'POST',
    path: '/workflow/instances/:instanceId/copies',
    permission: 'workflow.task.handle',
    summary: 'Let others read the record and its process, with a message.',
    params: ofInstance,
    body: z.object({ commandId, persons: z.array(uuid).min(1).max(100), message: Comment.max(60).optional() }),
    response: CommandAnswer,
  }),
  comment: endpoint({
    method: 'POST',
    path: '/workflow/instances/:instanceId/comments',
    permission: 'workflow.task.handle',
    summary:
      'Say something about it without acting, as a participant or reader of a copy; those concerned and those mentioned are told.',
    params: ofInstance,
    body: z.object({ commandId, comment: Comment.min(1), mentions: z.array(uuid).max(mostMentions).optional() }),
    response: CommandAnswer,
  }),
  urge: endpoint({
    method: 'POST',
    path: '/workflow/instances/:instanceId/urges',
    permission: 'workflow.task.handle',
    summary: 'Remind the current executors; limited in frequency.',
    params: ofInstance,
    body: z.object({ commandId, message: Comment.max(60).optional() }),
    response: CommandAnswer,
  }),
  interrupt: endpoint({
    method: 'POST',
    path: '/workflow/instances/:instanceId/interruption',
    permission: 'workflow.task.handle',
    summary: 'Stop an instance, with a reason; nobody can act until it is recovered.',
    params: ofInstance,
    body: z.object({ commandId, reason: Reason }),
    response: CommandAnswer,
  }),
  recover: endpoint({
    method: 'POST',
    path: '/workflow/instances/:instanceId/recovery',
    permission: 'workflow.task.handle',
    summary: 'Let an interrupted instance go on, with a reason.',
    params: ofInstance,
    body: z.object({ commandId, reason: Reason }),
    response: CommandAnswer,
  }),
  invalidate: endpoint({
    method: 'POST',
    path: '/workflow/instances/:instanceId/invalidation',
    permission: 'workflow.task.handle',
    summary: 'End an instance as invalid, with a reason; the record is marked.',
    params: ofInstance,
    body: z.object({ commandId, reason: Reason }),
    response: CommandAnswer,
  }),

  ...listEndpoints,
};

import { z } from 'zod';
import { shortId, uuid } from '../endpoint.ts';
import { Text } from '../text.ts';
import { FieldRight, NodeButton, ProcessGraph, Signing, SlaveRight, Verification, nodeKinds } from './graph.ts';

/** Reasons of return, interruption, recovery, invalidation and transfer. */
export const reasonMax = 60;
export const Reason = z.string().trim().min(1).max(reasonMax);
export const Comment = z.string().trim().max(1000);

export const PersonRef = z.object({ id: uuid, name: z.string() });
export type PersonRef = z.infer<typeof PersonRef>;

export const instanceStates = ['processing', 'finished', 'interrupted', 'invalid'] as const;
export const InstanceState = z.enum(instanceStates);
export type InstanceState = z.infer<typeof InstanceState>;

export const taskStates = ['open', 'completed', 'returned', 'cancelled'] as const;
export const TaskState = z.enum(taskStates);
export type TaskState = z.infer<typeof TaskState>;

/**
 * `waiting`: a later one in serial sign, or behind a signer added before; `closed`: the node was decided without this
 * person; `entrusted`: another acts in their place; that one may refuse, or have it withdrawn; `removed`: no longer a signer.
 */
export const actorStates = [
  'waiting',
  'pending',
  'done',
  'returned',
  'transferred',
  'retrieved',
  'closed',
  'entrusted',
  'refused',
  'withdrawn',
  'removed',
] as const;
export const ActorState = z.enum(actorStates);
export type ActorState = z.infer<typeof ActorState>;

export const actorOrigins = ['direct', 'transferred', 'added', 'administrator', 'entrusted'] as const;
export const ActorOrigin = z.enum(actorOrigins);
export type ActorOrigin = z.infer<typeof ActorOrigin>;

/** `again`: the way from the target is gone once more; `back`: straight back to whoever returned. */
export const returnModes = ['again', 'back'] as const;
export const ReturnMode = z.enum(returnModes);
export type ReturnMode = z.infer<typeof ReturnMode>;

export const signerPlaces = ['before', 'after', 'beside'] as const;
export const SignerPlace = z.enum(signerPlaces);
export type SignerPlace = z.infer<typeof SignerPlace>;

export const nodeDisplays = ['completed', 'current', 'notStarted'] as const;
export const NodeDisplay = z.enum(nodeDisplays);
export type NodeDisplay = z.infer<typeof NodeDisplay>;

export const ActorView = z.object({
  id: uuid,
  person: PersonRef,
  /** Who really acted, on behalf of the person. */
  deputy: PersonRef.nullable(),
  state: ActorState,
  origin: ActorOrigin,
  /** In whose place they were asked to act. */
  askedBy: PersonRef.nullable(),
  order: z.int(),
  /** Receive time; null while waiting. */
  receivedAt: z.string().nullable(),
  actedAt: z.string().nullable(),
  comment: z.string().nullable(),
  signature: z.string().nullable(),
});
export type ActorView = z.infer<typeof ActorView>;

/** One round of one node. */
export const TaskView = z.object({
  id: uuid,
  node: z.string(),
  name: Text,
  round: z.int(),
  state: TaskState,
  openedAt: z.string(),
  closedAt: z.string().nullable(),
  dueAt: z.string().nullable(),
  actors: z.array(ActorView),
});
export type TaskView = z.infer<typeof TaskView>;

export const NodeView = z.object({ node: z.string(), display: NodeDisplay, tasks: z.array(TaskView) });
export type NodeView = z.infer<typeof NodeView>;

/** A reached CC node or a manual copy. */
export const CopyView = z.object({
  id: uuid,
  node: z.string().nullable(),
  person: PersonRef,
  from: PersonRef.nullable(),
  message: z.string(),
  at: z.string(),
  readAt: z.string().nullable(),
});
export type CopyView = z.infer<typeof CopyView>;

/** What was said or decided about the whole process, with the words given for it. */
export const remarkKinds = ['interrupted', 'recovered', 'invalidated', 'endedFromAbove', 'commented'] as const;
export const RemarkView = z.object({
  id: uuid,
  kind: z.enum(remarkKinds),
  at: z.string(),
  by: PersonRef.nullable(),
  deputy: PersonRef.nullable(),
  text: z.string(),
  /** Those a comment mentions. */
  persons: z.array(PersonRef),
});
export type RemarkView = z.infer<typeof RemarkView>;

/** A process that this one was started by, or that it started. */
export const LinkedProcess = z.object({
  instanceId: uuid,
  /** The node of the process above at which the other was started. */
  node: z.string(),
  formTitle: Text,
  state: InstanceState,
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  /** Where its record is, for whoever may see that; null for others. */
  record: z.object({ appId: shortId, formId: shortId, recordId: uuid, title: z.string() }).nullable(),
});
export type LinkedProcess = z.infer<typeof LinkedProcess>;

export const RightsView = z.object({
  /** Right of every field that is not `read`. */
  fields: z.record(z.string(), FieldRight),
  /** What a field not named may do: `edit` at the start, `read` elsewhere. */
  otherFields: FieldRight,
  slaves: z.record(z.string(), SlaveRight),
  otherSlaves: z.enum(['hidden', 'read', 'edit']),
});
export type RightsView = z.infer<typeof RightsView>;

/** A way out of a gateway that was looked at, and what its condition read at that moment. */
export const TriedWay = z.object({
  edge: z.string(),
  name: Text,
  /** Null where it could not be decided. */
  holds: z.boolean().nullable(),
  /** Values in words; what is hidden from the reader is left out. */
  values: z.array(z.object({ path: z.string(), title: Text, value: z.string() })),
  /** What was empty and would have been needed. */
  missing: z.array(Text),
  /** The code of what else was wrong with the condition, with a text in `errors`. */
  reason: z.string().nullable(),
});
export type TriedWay = z.infer<typeof TriedWay>;

/** Why a process went the way it went at a gateway, or stopped there: `chosen` by a person, `none` where no condition held and there was no other way. */
export const BranchView = z.object({
  why: z.enum(['condition', 'otherwise', 'chosen', 'undecided', 'none']),
  taken: z.array(Text),
  tried: z.array(TriedWay),
});
export type BranchView = z.infer<typeof BranchView>;

/** A task that waits for me, with everything its buttons need. */
export const MyTask = z.object({
  id: uuid,
  version: z.int(),
  node: z.string(),
  name: Text,
  kind: z.enum(nodeKinds),
  /** Sent back to me: who, and why. */
  returned: z.object({ by: PersonRef, at: z.string(), reason: z.string() }).nullable(),
  /** Whoever asked me to act in their place. */
  entrustedBy: PersonRef.nullable(),
  /** I was asked and have not answered yet; submitting answers too. */
  toAnswer: z.boolean(),
  dueAt: z.string().nullable(),
  commentRequired: z.boolean(),
  signatureRequired: z.boolean(),
  /** How the person must prove who they are when they submit; null where the session is enough. */
  verification: Verification.nullable(),
  /** Whether I may submit it: an agent perhaps may only return it. */
  submits: z.boolean(),
  /** Signers who have not acted, for whoever may take them away. */
  removable: z.array(PersonRef),
  buttons: z.array(NodeButton),
  returnTargets: z.array(z.object({ node: z.string(), name: Text, isStart: z.boolean() })),
  rights: RightsView,
  /** Why the process stopped here for its administrators; null where the task is an ordinary one. */
  undecided: BranchView.nullable(),
});
export type MyTask = z.infer<typeof MyTask>;

export const ProcessView = z.object({
  instance: z
    .object({
      id: uuid,
      version: z.int(),
      state: InstanceState,
      release: z.int(),
      initiator: PersonRef,
      startedAt: z.string(),
      finishedAt: z.string().nullable(),
    })
    .nullable(),
  /** The graph of the instance's release, or of the release a start would run; null when the form has no process. */
  graph: ProcessGraph.nullable(),
  nodes: z.array(NodeView),
  copies: z.array(CopyView),
  /** Oldest first. */
  remarks: z.array(RemarkView),
  above: LinkedProcess.nullable(),
  /** Newest first. */
  below: z.array(LinkedProcess),
  myTasks: z.array(MyTask),
  /** My rights on the record's fields now; null when I only read. */
  rights: RightsView.nullable(),
  /** The task `retrieve` would take back. */
  retrievable: uuid.nullable(),
  /** Tasks I entrusted to another, who has not acted yet. */
  entrusted: z.array(uuid),
  /** Nodes at which the system failed, for whoever may have it tried again. */
  failed: z.array(z.string()),
  can: z.object({
    start: z.boolean(),
    retrieve: z.boolean(),
    cc: z.boolean(),
    comment: z.boolean(),
    urge: z.boolean(),
    interrupt: z.boolean(),
    recover: z.boolean(),
    invalidate: z.boolean(),
  }),
});
export type ProcessView = z.infer<typeof ProcessView>;

export const eventKinds = [
  'started',
  'opened',
  'submitted',
  'resubmitted',
  'completed',
  'skipped',
  'passed',
  'returned',
  'retrieved',
  'transferred',
  'signersAdded',
  'copied',
  'commented',
  'urged',
  'interrupted',
  'recovered',
  'invalidated',
  'cancelled',
  'finished',
  'entrusted',
  'entrustAccepted',
  'entrustRefused',
  'entrustCancelled',
  'signersRemoved',
  'waited',
  'overdue',
  'reminded',
  'automated',
  'failed',
  'retried',
  'childStarted',
  'childEnded',
  'childStopped',
  'endedFromAbove',
  'migrated',
  'branched',
  'undecided',
] as const;
export const EventKind = z.enum(eventKinds);
export type EventKind = z.infer<typeof EventKind>;

export const HistoryEvent = z.object({
  id: uuid,
  /** A record may have gone through several processes, one after the other. */
  instance: z.object({ id: uuid, state: InstanceState, release: z.int() }),
  at: z.string(),
  kind: EventKind,
  /** Who did it; null for what followed by itself. */
  actor: PersonRef.nullable(),
  node: z.string().nullable(),
  nodeName: Text.nullable(),
  task: uuid.nullable(),
  round: z.int().nullable(),
  comment: z.string().nullable(),
  /** Target node of a return, with its name. */
  target: z.object({ node: z.string(), name: Text }).nullable(),
  persons: z.array(PersonRef),
  /** Milliseconds the person had the task, on what closes it. */
  took: z.number().nullable(),
  terminal: z.enum(['computer', 'phone']),
  /** Who really did it, on behalf of `actor`. */
  deputy: PersonRef.nullable(),
  /** Of gateways alone. */
  branch: BranchView.nullable(),
});
export type HistoryEvent = z.infer<typeof HistoryEvent>;

export const NextStep = z.object({
  node: z.string(),
  name: Text,
  kind: z.enum(nodeKinds),
  executors: z.array(PersonRef),
});
export type NextStep = z.infer<typeof NextStep>;

/** What a command answers, and answers again when it is repeated. */
export const CommandAnswer = z.object({
  instance: z.object({ id: uuid, state: InstanceState, version: z.int() }),
  /** The record's version after the command, when it touched the record. */
  recordVersion: z.int().nullable(),
  /** Tasks the command opened. */
  opened: z.array(NextStep),
});
export type CommandAnswer = z.infer<typeof CommandAnswer>;

/** What must be known before the submission can be carried out. */
export const Ask = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('executors'), node: z.string(), name: Text, signing: Signing }),
  z.object({
    kind: z.literal('edges'),
    node: z.string(),
    name: Text,
    edges: z.array(z.object({ edge: z.string(), name: Text })),
    /** Exactly one edge at a condition, any number at an inclusive node. */
    many: z.boolean(),
  }),
]);
export type Ask = z.infer<typeof Ask>;

export const SubmissionPreview = z.object({
  /** Submitting ends the process. */
  lastStep: z.boolean(),
  /** Others must still sign here before it goes on. */
  waitsFor: z.array(PersonRef),
  /** `later`: whose turn comes after those who act first, in that order. */
  next: z.array(NextStep.extend({ later: z.array(PersonRef) })),
  /** Nodes passed without a task, and why. */
  skipped: z.array(z.object({ node: z.string(), name: Text, why: z.enum(['nobody', 'same', 'initiator']) })),
  /** Gateways at which it will wait for the administrators of the process. */
  stops: z.array(z.object({ node: z.string(), name: Text, branch: BranchView })),
  copies: z.array(PersonRef),
  asks: z.array(Ask),
  /** What the choices that came along answer; they may still be changed. */
  answered: z.array(Ask),
});
export type SubmissionPreview = z.infer<typeof SubmissionPreview>;

/** Keyset page: `next` goes back as `after`; null on the last page. */
export function page<Row extends z.ZodType>(rowSchema: Row) {
  return z.object({ items: z.array(rowSchema), next: z.string().nullable() });
}

/** Socket messages of this module. */
export type WorkflowMessage =
  | { type: 'workflow.todo'; formId: string; recordId: string; instanceId: string }
  | { type: 'workflow.draft'; formId: string; recordId: string }
  | { type: 'workflow.changed'; formId: string; recordId: string; instanceId: string; state: InstanceState };

/** The data of the 409s `workflow.task.stale`, `.due_came` and `.clock_came`: what happened since the person last looked. */
export interface StaleData {
  /** Who acted; null when it was the clock. */
  by: string | null;
  at: string;
  kind: EventKind;
}

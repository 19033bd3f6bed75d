import { z } from 'zod';
import { shortId, uuid } from '../endpoint.ts';
import { Text } from '../text.ts';
import { ActorState, InstanceState, PersonRef } from './process.ts';

const row = {
  instanceId: uuid,
  formId: shortId,
  formTitle: Text,
  appId: shortId,
  appTitle: Text,
  recordId: uuid,
  recordTitle: z.string(),
  initiator: PersonRef,
  startedAt: z.string(),
  state: InstanceState,
  /** Where the instance is now. */
  nodes: z.array(Text),
  executors: z.array(PersonRef),
};

/** Why a to-do stands out. */
export const todoMarks = ['returned', 'urged', 'overdue', 'asked', 'onBehalf'] as const;
export const TodoMark = z.enum(todoMarks);
export type TodoMark = z.infer<typeof TodoMark>;

export const TodoRow = z.object({
  ...row,
  taskId: uuid,
  taskName: Text,
  receivedAt: z.string(),
  /** Last urge, if any. */
  urgedAt: z.string().nullable(),
  /** By when it is to be done, if that is set. */
  dueAt: z.string().nullable(),
  /** Came by a return. */
  returned: z.boolean(),
  /** Whose to-do it is, when I am their agent. */
  onBehalfOf: PersonRef.nullable(),
  /** As I see it: what a batch acts on. */
  version: z.int(),
  /** Somebody asks me to act for them, and I have not answered. */
  askedBy: PersonRef.nullable(),
});
export type TodoRow = z.infer<typeof TodoRow>;

export const HandledRow = z.object({
  ...row,
  taskId: uuid,
  taskName: Text,
  actedAt: z.string(),
  actorState: ActorState,
  /** Whose to-do it was, when I handled it as their agent. */
  onBehalfOf: PersonRef.nullable(),
  /** The agent who handled it for me. */
  deputy: PersonRef.nullable(),
});
export type HandledRow = z.infer<typeof HandledRow>;

export const StartedRow = z.object({ ...row, finishedAt: z.string().nullable() });
export type StartedRow = z.infer<typeof StartedRow>;

export const CcRow = z.object({
  ...row,
  copyId: uuid,
  from: PersonRef.nullable(),
  message: z.string(),
  copiedAt: z.string(),
  readAt: z.string().nullable(),
});
export type CcRow = z.infer<typeof CcRow>;

/** Larger numbers are not counted to the end. */
export const mostCounted = 10_000;
export const Counts = z.object({
  todo: z.int(),
  handled: z.int(),
  started: z.int(),
  copies: z.int(),
  unreadCopies: z.int(),
  drafts: z.int(),
  followed: z.int(),
});
export type Counts = z.infer<typeof Counts>;

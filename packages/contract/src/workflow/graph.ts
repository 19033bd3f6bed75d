import { z } from 'zod';
import { uuid } from '../endpoint.ts';
import { Text } from '../text.ts';

/**
 * The process graph of a form: what the designer draws, a release freezes and the engine walks. Field and slave-table
 * ids are those of the form; conditions are FEEL over the record's fields.
 */

/** What the engine walks today; the designer offers exactly these. */
export const runnableKinds = [
  'start',
  'approve',
  'fill-in',
  'cc',
  'condition',
  'parallel',
  'inclusive',
  'join',
  'end',
] as const;
/** Kinds the model carries so that drafts keep them; `problems` refuses their release. */
export const laterKinds = ['sub-process', 'timer', 'automatic'] as const;
export const nodeKinds = [...runnableKinds, ...laterKinds] as const;
export type NodeKind = (typeof nodeKinds)[number];
export type RunnableKind = (typeof runnableKinds)[number];

export const fieldRights = ['hidden', 'read', 'edit', 'required'] as const;
export const FieldRight = z.enum(fieldRights);
export type FieldRight = z.infer<typeof FieldRight>;

/** What may be done with one slave table at a node; a field not named follows `access`. */
export const SlaveRight = z.object({
  access: z.enum(['hidden', 'read', 'edit']),
  add: z.boolean(),
  remove: z.boolean(),
  fields: z.record(z.string(), FieldRight),
});
export type SlaveRight = z.infer<typeof SlaveRight>;

/** The actions a node offers to its executors beside submitting. */
export const nodeButtons = ['return', 'transfer', 'cc', 'addSigner', 'urge', 'retrieve', 'interrupt', 'invalidate'] as const;
export const NodeButton = z.enum(nodeButtons);
export type NodeButton = z.infer<typeof NodeButton>;

/** One way to find the people of a node; the answers of several rules are joined in their order. */
export const ExecutorRule = z.discriminatedUnion('by', [
  z.object({ by: z.literal('persons'), persons: z.array(uuid).max(500) }),
  z.object({ by: z.literal('role'), role: z.string() }),
  z.object({ by: z.literal('post'), post: z.string() }),
  z.object({ by: z.literal('department-head'), department: z.string() }),
  z.object({ by: z.literal('initiator') }),
  /** 1 is the initiator's direct superior, 2 that one's superior, and so on. */
  z.object({ by: z.literal('initiator-superior'), levels: z.int().min(1).max(20) }),
  /** The head of the initiator's own department. */
  z.object({ by: z.literal('initiator-department-head') }),
  z.object({ by: z.literal('member-field'), field: z.string() }),
  /** Whoever carried out an earlier node last. */
  z.object({ by: z.literal('node'), node: z.string() }),
  /** Chosen by the person who submits before. */
  z.object({ by: z.literal('previous') }),
]);
export type ExecutorRule = z.infer<typeof ExecutorRule>;

export const Executors = z.object({
  rules: z.array(ExecutorRule).max(20),
  /** Nobody found: go on, give it to the process administrators, or refuse the submission that would arrive here. */
  nobody: z.enum(['skip', 'administrator', 'refuse']),
  /** Whoever submitted just before is found again: asked once more, or taken as agreed. */
  sameAsPrevious: z.enum(['again', 'pass']),
  /** The initiator is found: asked, taken as agreed, or the superior is asked in place. */
  isInitiator: z.enum(['again', 'pass', 'superior']),
});
export type Executors = z.infer<typeof Executors>;

/** How many of the executors must act. */
export const Signing = z.discriminatedUnion('way', [
  z.object({ way: z.literal('any') }),
  z.object({ way: z.literal('all') }),
  /** Passed when those who agreed hold this share of all votes; a person not named in `weights` has one. */
  z.object({
    way: z.literal('ratio'),
    percent: z.int().min(1).max(100),
    weights: z.record(z.string(), z.number().positive().max(1000)).optional(),
  }),
  z.object({ way: z.literal('serial'), order: z.enum(['chosen', 'pinyin']) }),
]);
export type Signing = z.infer<typeof Signing>;

const nodeBase = {
  id: z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/),
  name: Text,
  x: z.number(),
  y: z.number(),
};

/** What every node with a task of its own has: rights on the record, and what a submission must carry. */
const taskParts = {
  /** Fields not named: `edit` at start and fill-in, `read` at approve. */
  fields: z.record(z.string(), FieldRight),
  slaves: z.record(z.string(), SlaveRight),
  buttons: z.array(NodeButton),
  commentRequired: z.boolean(),
  signatureRequired: z.boolean(),
};

export const StartNode = z.object({ ...nodeBase, ...taskParts, kind: z.literal('start') });
export const ApproveNode = z.object({
  ...nodeBase,
  ...taskParts,
  kind: z.literal('approve'),
  executors: Executors,
  signing: Signing,
});
export const FillInNode = z.object({ ...ApproveNode.shape, kind: z.literal('fill-in') });
export const CcNode = z.object({
  ...nodeBase,
  kind: z.literal('cc'),
  rules: z.array(ExecutorRule).max(20),
  message: z.string().max(60),
});
/** Exclusive: the first edge whose condition holds, else the edge marked `otherwise`. */
export const ConditionNode = z.object({ ...nodeBase, kind: z.literal('condition') });
export const ParallelNode = z.object({ ...nodeBase, kind: z.literal('parallel') });
/** Every edge whose condition holds; the edge marked `otherwise` when none does. */
export const InclusiveNode = z.object({ ...nodeBase, kind: z.literal('inclusive') });
/** Waits for one arrival on each incoming edge that can still get one. */
export const JoinNode = z.object({ ...nodeBase, kind: z.literal('join') });
export const EndNode = z.object({ ...nodeBase, kind: z.literal('end') });
export const LaterNode = z.object({
  ...nodeBase,
  kind: z.enum(laterKinds),
  settings: z.record(z.string(), z.unknown()),
});

export const ProcessNode = z.discriminatedUnion('kind', [
  StartNode,
  ApproveNode,
  FillInNode,
  CcNode,
  ConditionNode,
  ParallelNode,
  InclusiveNode,
  JoinNode,
  EndNode,
  LaterNode,
]);
export type ProcessNode = z.infer<typeof ProcessNode>;
export type StartNode = z.infer<typeof StartNode>;
export type ApproveNode = z.infer<typeof ApproveNode>;
export type FillInNode = z.infer<typeof FillInNode>;
export type CcNode = z.infer<typeof CcNode>;
export type EndNode = z.infer<typeof EndNode>;
/** A node at which people act. */
export type TaskNode = StartNode | ApproveNode | FillInNode;

export const ProcessEdge = z.object({
  id: z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/),
  source: z.string(),
  target: z.string(),
  name: Text.optional(),
  /** FEEL; only on edges that leave a condition or inclusive node. */
  condition: z.string().max(4000).optional(),
  otherwise: z.boolean().optional(),
});
export type ProcessEdge = z.infer<typeof ProcessEdge>;

export const ProcessSettings = z.object({
  /** Who may start; empty: whoever may create or edit the record. Only rules that need no instance. */
  starters: z.array(ExecutorRule).max(20),
  /** They get tasks that find nobody, and may interrupt, recover and invalidate. Empty: the space's administrators. */
  administrators: z.array(uuid).max(50),
  /** At least this long between two urges of one instance by one person. */
  urgeEveryMinutes: z.int().min(1).max(1440),
});
export type ProcessSettings = z.infer<typeof ProcessSettings>;

export const ProcessGraph = z.object({
  nodes: z.array(ProcessNode).max(500),
  edges: z.array(ProcessEdge).max(1000),
  settings: ProcessSettings,
});
export type ProcessGraph = z.infer<typeof ProcessGraph>;

/** One thing wrong with a graph; `node` or `edge` is where the designer jumps to. The code has a text in `errors`. */
export const Problem = z.object({
  code: z.string(),
  node: z.string().optional(),
  edge: z.string().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});
export type Problem = z.infer<typeof Problem>;

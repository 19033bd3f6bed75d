import { z } from 'zod';
import { Condition } from '../condition/condition.ts';
import { uuid } from '../endpoint.ts';
import { Text, shownText } from '../text.ts';

/**
 * The process graph of a form: what the designer draws, a release freezes and the engine walks. Field and slave-table
 * ids are those of the form; conditions are FEEL over the record's fields.
 */

/** What the engine walks; the designer offers exactly these. */
export const runnableKinds = [
  'start',
  'approve',
  'fill-in',
  'cc',
  'condition',
  'parallel',
  'inclusive',
  'join',
  'timer',
  'automatic',
  'sub-process',
  'end',
] as const;
/** `foreign`: an element of an imported model that is kept for its export; `problems` refuses its release by name. */
export const nodeKinds = [...runnableKinds, 'foreign'] as const;
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
export const nodeButtons = [
  'return',
  'transfer',
  'entrust',
  'cc',
  'addSigner',
  'removeSigner',
  'urge',
  'retrieve',
  'interrupt',
  'invalidate',
] as const;
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
  /** The head of the department so many levels above the initiator's own. */
  z.object({ by: z.literal('initiator-upper-head'), levels: z.int().min(1).max(20) }),
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

/** A name as XML has it, so that imported models keep the ids of their elements. */
const graphId = z.string().regex(/^[\p{L}_][\p{L}\p{M}\p{N}_.\-\u00b7]{0,127}$/u);

/** A length of time; `working`: only hours of work count, by the calendar of the enterprise. */
export const Span = z.object({ minutes: z.int().min(1).max(1_000_000), working: z.boolean() });
export type Span = z.infer<typeof Span>;

/** When a task is to be done by, and what happens on the way there and after. */
export const Due = z.object({
  within: Span,
  /** Executors are reminded so many minutes before; 0: never. */
  remindBefore: z.int().min(0).max(100_000),
  /** Once it is overdue they are reminded again and again; 0: never. */
  remindEvery: z.int().min(0).max(100_000),
  /** Overdue: waits on, is taken as agreed, or goes back to the step before. */
  overdue: z.enum(['wait', 'pass', 'return']),
});
export type Due = z.infer<typeof Due>;

/** A field and the FEEL text, over the record's fields, that says what it gets. */
export const SetField = z.object({ field: z.string().max(40), value: z.string().max(4000) });
export type SetField = z.infer<typeof SetField>;

const nodeBase = { id: graphId, name: Text, x: z.number(), y: z.number() };

/** How whoever submits proves once more who they are: a code to the bound phone, the sign-in password, or either. */
export const verifications = ['sms', 'password', 'either'] as const;
export const Verification = z.enum(verifications);
export type Verification = z.infer<typeof Verification>;

/** What every node with a task of its own has: rights on the record, and what a submission must carry. */
const taskParts = {
  /** Fields not named: `edit` at start and fill-in, `read` at approve. */
  fields: z.record(z.string(), FieldRight),
  slaves: z.record(z.string(), SlaveRight),
  buttons: z.array(NodeButton),
  commentRequired: z.boolean(),
  signatureRequired: z.boolean(),
  /** Whoever submits here chooses at the branches that follow, whatever their conditions say. */
  chooseNext: z.boolean().optional(),
  verification: Verification.optional(),
};

export const StartNode = z.object({ ...nodeBase, ...taskParts, kind: z.literal('start') });
export const ApproveNode = z.object({
  ...nodeBase,
  ...taskParts,
  kind: z.literal('approve'),
  executors: Executors,
  signing: Signing,
  due: Due.optional(),
});
export const FillInNode = z.object({ ...ApproveNode.shape, kind: z.literal('fill-in') });
export const CcNode = z.object({
  ...nodeBase,
  kind: z.literal('cc'),
  rules: z.array(ExecutorRule).max(20),
  message: z.string().max(60),
});
/** `emptyOtherwise`: a condition that cannot be decided counts as one that does not hold; without it the process stops there for its administrators. */
const branching = { emptyOtherwise: z.boolean().optional() };
/** Exclusive: the first edge whose condition holds, else the edge marked `otherwise`. */
export const ConditionNode = z.object({ ...nodeBase, ...branching, kind: z.literal('condition') });
export const ParallelNode = z.object({ ...nodeBase, kind: z.literal('parallel') });
/** Every edge whose condition holds; the edge marked `otherwise` when none does. */
export const InclusiveNode = z.object({ ...nodeBase, ...branching, kind: z.literal('inclusive') });
/** Waits for one arrival on each incoming edge that can still get one. */
export const JoinNode = z.object({ ...nodeBase, kind: z.literal('join') });
/** Waits for a time to pass, or for the moment that a date of the record names; one that is over already holds nobody up. */
export const TimerNode = z.object({
  ...nodeBase,
  kind: z.literal('timer'),
  wait: z.discriminatedUnion('by', [
    z.object({ by: z.literal('span'), span: Span }),
    z.object({ by: z.literal('field'), field: z.string().max(40) }),
  ]),
});
/** One line of a table of rules: when its condition holds, the fields get these values. */
export const RuleLine = z.object({ when: z.string().max(4000), set: z.array(SetField).max(20) });
export type RuleLine = z.infer<typeof RuleLine>;
/** Done by the system, after the step that led here is committed; what fails is tried again and then shown to the administrators. */
export const AutomaticNode = z.object({
  ...nodeBase,
  kind: z.literal('automatic'),
  does: z.discriminatedUnion('what', [
    z.object({ what: z.literal('record'), set: z.array(SetField).max(100) }),
    /** The first line whose condition holds. */
    z.object({ what: z.literal('rule'), lines: z.array(RuleLine).max(200) }),
    z.object({ what: z.literal('message'), rules: z.array(ExecutorRule).max(20), message: z.string().max(60) }),
    /** Sends the named fields as JSON; anything but a 2xx answer is a failure. */
    z.object({
      what: z.literal('call'),
      method: z.enum(['POST', 'PUT']),
      url: z.string().max(2000),
      fields: z.array(z.string()).max(100),
    }),
  ]),
});
/** Makes a record of another form, starts its process, and waits for its end when told to. */
export const SubProcessNode = z.object({
  ...nodeBase,
  kind: z.literal('sub-process'),
  form: z.string().max(40),
  set: z.array(SetField).max(100),
  wait: z.boolean(),
});
export const EndNode = z.object({ ...nodeBase, kind: z.literal('end') });
/** `type` is the element's name in its own notation, such as `bpmn:SendTask`. */
export const ForeignNode = z.object({ ...nodeBase, kind: z.literal('foreign'), type: z.string().max(120) });

export const ProcessNode = z.discriminatedUnion('kind', [
  StartNode,
  ApproveNode,
  FillInNode,
  CcNode,
  ConditionNode,
  ParallelNode,
  InclusiveNode,
  JoinNode,
  TimerNode,
  AutomaticNode,
  SubProcessNode,
  EndNode,
  ForeignNode,
]);
export type ProcessNode = z.infer<typeof ProcessNode>;
export type StartNode = z.infer<typeof StartNode>;
export type ApproveNode = z.infer<typeof ApproveNode>;
export type FillInNode = z.infer<typeof FillInNode>;
export type CcNode = z.infer<typeof CcNode>;
export type GatewayNode = z.infer<typeof ConditionNode> | z.infer<typeof InclusiveNode>;
export type EndNode = z.infer<typeof EndNode>;
export type TimerNode = z.infer<typeof TimerNode>;
export type AutomaticNode = z.infer<typeof AutomaticNode>;
export type SubProcessNode = z.infer<typeof SubProcessNode>;
export type ForeignNode = z.infer<typeof ForeignNode>;
/** A node at which people act. */
export type TaskNode = StartNode | ApproveNode | FillInNode;

export const ProcessEdge = z.object({
  id: graphId,
  source: z.string(),
  target: z.string(),
  name: Text.optional(),
  /** FEEL; only on edges that leave a condition or inclusive node. */
  condition: z.string().max(4000).optional(),
  /** What `condition` was clicked together from; gone once somebody writes it by hand. */
  clicked: Condition.optional(),
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

/** Something of an imported model that is no node and cannot be carried out; `node` is where it belongs. */
export const ForeignPart = z.object({
  id: z.string().max(200),
  type: z.string().max(120),
  name: shownText().max(2000),
  node: z.string().optional(),
});
export type ForeignPart = z.infer<typeof ForeignPart>;

/** Where a graph was read from: the stored model that an export starts with, and what of it cannot be carried out. */
export const ImportedModel = z.object({
  source: z.string().regex(/^[0-9a-f]{64}$/),
  foreign: z.array(ForeignPart).max(2000),
});
export type ImportedModel = z.infer<typeof ImportedModel>;

export const ProcessGraph = z.object({
  nodes: z.array(ProcessNode).max(1000),
  edges: z.array(ProcessEdge).max(2000),
  settings: ProcessSettings,
  imported: ImportedModel.optional(),
});
export type ProcessGraph = z.infer<typeof ProcessGraph>;

/** One thing wrong with a graph; `node` or `edge` is where the designer jumps to. The code has a text in `errors`. */
export const Problem = z.object({
  code: z.string(),
  node: z.string().optional(),
  edge: z.string().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  /** A warning keeps nothing from being released. */
  level: z.literal('warning').optional(),
});
export type Problem = z.infer<typeof Problem>;

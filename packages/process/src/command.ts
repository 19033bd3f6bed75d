import type { ReturnMode, SignerPlace } from '@formwork/contract/workflow/process.ts';
import type { ExecutorRule, Span } from '@formwork/contract/workflow/graph.ts';
import type { ErrorCode } from '@formwork/contract/errors.ts';
import type { BranchDetail, Changes, EdgeReads, ProcessState, TriedEdge } from './state.ts';

/** Answers to what a preview asked. */
export interface Choices {
  /** Executors by node. */
  executors?: Record<string, string[]> | undefined;
  /** Edges to take by condition or inclusive node. */
  edges?: Record<string, string[]> | undefined;
}

interface Signed {
  comment?: string | undefined;
  signature?: string | undefined;
}

interface OnTask {
  task: string;
  version: number;
}

/** Something a person does to a process; `by` is who. */
export type Command = { by: string } &
  /** `above`: another process starts it in somebody's name; nobody is there to sign or to comment. */
  (
    | ({ kind: 'start'; above?: true; choices?: Choices | undefined } & Signed)
    | ({ kind: 'submit'; choices?: Choices | undefined } & OnTask & Signed)
    | ({ kind: 'return'; node: string; reason: string; mode: ReturnMode } & OnTask)
    /** `leaving`: somebody hands over all they have, whether the node offers it or not. */
    | ({ kind: 'transfer'; person: string; reason?: string | undefined; leaving?: true } & OnTask)
    | ({ kind: 'addSigners'; persons: string[]; place: SignerPlace; reason?: string | undefined } & OnTask)
    | ({ kind: 'removeSigners'; persons: string[]; reason?: string | undefined } & OnTask)
    | ({ kind: 'entrust'; person: string; reason?: string | undefined } & OnTask)
    | ({ kind: 'acceptEntrusted' } & OnTask)
    | ({ kind: 'refuseEntrusted'; reason: string } & OnTask)
    | { kind: 'cancelEntrusted'; task: string }
    /** `begun`: what somebody has done already in processes that this one waits for, by the timer that waits. */
    | { kind: 'retrieve'; task: string; begun?: ReadonlyMap<string, { by: string; at: string }> | undefined }
    | { kind: 'cc'; persons: string[]; message?: string | undefined }
    | { kind: 'comment'; comment: string; mentions?: string[] | undefined }
    /** `lastAt`: when this person urged this instance last. */
    | { kind: 'urge'; lastAt: string | null; message?: string | undefined }
    | { kind: 'interrupt'; reason: string }
    | { kind: 'recover'; reason: string }
    /** `above`: the process that waited for this one waits no longer; whose it is does not matter then. */
    | { kind: 'invalidate'; reason: string; above?: true }
    /** A timer ran out; `note` is what its work came to. Nobody does it: `by` is empty. */
    | { kind: 'fire'; timer: string; note?: string | undefined }
    | { kind: 'fail'; timer: string; reason: string }
    /** What failed at a node is tried again. */
    | { kind: 'retry'; node: string }
  );

export type CommandOf<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>;

/** A person as the organization knows them; `sortKey` orders serial signing by pinyin name. */
export interface Person {
  id: string;
  sortKey: string;
}

/** What the engine asks about the organization; the answer goes into `World.people` under `questionKey`. */
export type Question =
  /** Those of the ids who are active members. */
  | { ask: 'persons'; ids: string[] }
  | { ask: 'role'; id: string }
  | { ask: 'post'; id: string }
  | { ask: 'department-head'; id: string }
  | { ask: 'superior'; person: string; levels: number }
  | { ask: 'department-head-of'; person: string; levels?: number }
  | { ask: 'administrators' };

export function questionKey(question: Question): string {
  return JSON.stringify(question);
}

/** Everything outside the process that a command depends on. Handed in, so that `advance` stays a pure function. */
export interface World {
  now: string;
  newId(): string;
  /** Answers by `questionKey`; what is missing comes back as `needs`. */
  people: Map<string, Person[]>;
  /** Whether an edge's condition holds; null when it cannot be decided. */
  decide(edge: string): boolean | null;
  /** What that condition reads, for the history. */
  reads?(edge: string): EdgeReads;
  /** People named in a member field of the record. */
  members(field: string): string[];
  /** The moment when so much time has passed from now. */
  after(span: Span): string;
  /** The moment that a date of the record names; null where it is empty. */
  moment(field: string): string | null;
  /** `by` is an administrator of this process. */
  isAdministrator: boolean;
}

/** The engine needs to be told something before the command can be carried out. */
export type EngineAsk =
  | { kind: 'executors'; node: string }
  | { kind: 'edges'; node: string; edges: string[]; many: boolean };

export type Skipped = { node: string; why: 'nobody' | 'same' | 'initiator' };

/** One step of the way a token took, and why: what a simulation shows. */
export type TraceStep =
  | { kind: 'entered'; node: string; edge: string | null }
  | { kind: 'chose'; node: string; taken: string[]; tried: TriedEdge[]; why: BranchDetail['why'] | 'only' }
  | {
      kind: 'people';
      node: string;
      rules: ExecutorRule['by'][];
      persons: string[];
      why: 'found' | 'nobody' | 'administrator' | 'passed';
    }
  | { kind: 'joined'; node: string; edges: string[]; why: 'all' | 'no_more' };

export type Outcome =
  | {
      kind: 'done';
      state: ProcessState;
      changes: Changes;
      /** Open questions to the person; the command may only be kept when there are none. */
      asks: EngineAsk[];
      /** What was asked for and is answered by the choices that came along. */
      answered: EngineAsk[];
      skipped: Skipped[];
      trace: TraceStep[];
    }
  | { kind: 'refused'; code: ErrorCode; data?: Record<string, unknown> | undefined }
  | { kind: 'needs'; questions: Question[] };

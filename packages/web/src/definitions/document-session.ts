import type { Change, ChangeResult, Definition, DefinitionDraft } from '@formwork/contract/definitions/api.ts';
import { diff, same } from '@formwork/contract/definitions/diff.ts';
import type { DocumentKind } from '@formwork/contract/definitions/kind.ts';
import { apply, type Op } from '@formwork/contract/definitions/ops.ts';
import type { LiveMessage } from '../live/socket.ts';
import { ownValues, type Overwritten } from './overwritten.ts';
import { undoStack } from './undo.ts';

/** How the server is reached. */
export interface DocumentCalls {
  read(): Promise<DefinitionDraft>;
  send(change: { client: string; seq: number; ops: Op[] }): Promise<ChangeResult>;
  since(version: number): Promise<Change[]>;
  /** The status of a refusal; undefined for an answer that was lost, which is worth another try. */
  statusOf(error: unknown): number | undefined;
  wait(ms: number): Promise<void>;
}

/** `saved`: the server has everything. `waiting`: it cannot be reached. `stopped`: it takes no more of this person. */
export type DocumentSaving = 'saved' | 'saving' | 'waiting' | 'stopped';

export interface DocumentState<Body> {
  definition: Definition;
  /** What is shown: what the server has confirmed, with one's own edits on top. */
  body: Body;
  /** Of what the server has confirmed: the one to release. */
  version: number;
  saving: DocumentSaving;
  canUndo: boolean;
  canRedo: boolean;
  /** Edits of mine that found their element gone. */
  lost: Op[];
  overwritten: Overwritten[];
  /** Why the server took no more edits, or did not take the last ones. */
  refusal: unknown;
}

/** What is said on the topic of the definition. */
export interface DocumentMessage extends LiveMessage {
  version?: number;
  client?: string;
  seq?: number;
  actor?: string;
  ops?: Op[];
  number?: number;
  enabled?: boolean;
}

export interface DocumentSession<Body> {
  state(): DocumentState<Body>;
  subscribe(listener: () => void): () => void;
  /** Edits of one `group` that follow each other quickly are taken back together. */
  edit(change: (body: Body) => Body, group?: string): void;
  undo(): void;
  redo(): void;
  takeBack(overwritten: Overwritten): void;
  dismiss(): void;
  hear(message: DocumentMessage): void;
  /** Messages may have been missed. */
  catchUp(): Promise<void>;
  /** Resolves when the server has everything, false when it takes no more. */
  flush(): Promise<boolean>;
  /** What the server does not have, to be kept as a file. */
  unsent(): Op[];
}

interface Sending {
  seq: number;
  ops: Op[];
  confirmed: boolean;
}
type Heard = Pick<Change, 'client' | 'seq' | 'actor'> & { ops: Op[] | undefined };

const firstWaitMs = 1_000;
const longestWaitMs = 10_000;

/** A document that several people edit at once: confirmed + own unanswered = shown. */
export function openSession<Body>(
  kind: Pick<DocumentKind<Body>, 'settle'>,
  first: DefinitionDraft,
  client: string,
  calls: DocumentCalls,
): DocumentSession<Body> {
  const undos = undoStack<Body>();
  const own = ownValues();
  const listeners = new Set<() => void>();
  const heard = new Map<number, Heard>();
  let { draft: _draft, here: _here, ...definition } = first;
  let confirmed = first.draft as Body;
  let version = first.version;
  let releasedVersion = first.state === 'released' ? first.version : undefined;
  let sending: Sending | undefined;
  let waiting: Op[] = [];
  let seq = 0;
  let saving: DocumentSaving = 'saved';
  let lost: Op[] = [];
  let overwritten: Overwritten[] = [];
  let refusal: unknown;
  let body = confirmed;
  let loop: Promise<void> | undefined;
  let catching: Promise<void> | undefined;
  let snapshot: DocumentState<Body> | undefined;

  const changed = (): void => {
    snapshot = undefined;
    for (const listener of listeners) listener();
  };
  const unanswered = (): Op[] => [...(sending && !sending.confirmed ? sending.ops : []), ...waiting];
  const show = (): void => {
    const ops = unanswered();
    const next = ops.length === 0 ? confirmed : kind.settle(apply(confirmed, ops).body);
    // what is the same stays the same object, so that nothing is drawn anew for it
    body = same(next, body) ? body : next;
    changed();
  };

  /** Takes in what was heard, in its order, as far as nothing lacks. */
  const advance = (): void => {
    for (let next = heard.get(version + 1); next?.ops; next = heard.get(version + 1)) {
      heard.delete(version + 1);
      version += 1;
      confirmed = apply(confirmed, next.ops).body;
      if (next.client !== client) overwritten = overwritten.concat(own.theirs({ actor: next.actor, ops: next.ops }));
      else if (sending?.seq === next.seq) sending.confirmed = true;
    }
    for (const old of heard.keys()) if (old <= version) heard.delete(old);
    show();
  };
  const fetchMissing = async (): Promise<void> => {
    try {
      for (const change of await calls.since(version)) heard.set(change.version, change);
    } catch (error) {
      if (calls.statusOf(error) !== 410) throw error;
      const read = await calls.read();
      ({ draft: _draft, here: _here, ...definition } = read);
      confirmed = read.draft as Body;
      version = read.version;
      releasedVersion = read.state === 'released' ? read.version : undefined;
    }
    advance();
  };
  const catchUp = (): Promise<void> =>
    (catching ??= fetchMissing()
      .catch((error: unknown) => {
        if (isRefused(calls.statusOf(error))) stop(error);
      })
      .finally(() => {
        catching = undefined;
      }));
  const stop = (error: unknown): void => {
    refusal = error;
    saving = 'stopped';
    changed();
  };

  /** One change on its way at a time; what is edited meanwhile goes together with the next. */
  const sendAll = async (): Promise<void> => {
    for (let wait = firstWaitMs; saving !== 'stopped' && (sending ?? waiting.length > 0);) {
      if (!sending) {
        sending = { seq: (seq += 1), ops: waiting, confirmed: false };
        waiting = [];
      }
      try {
        const result = await calls.send({ client, seq: sending.seq, ops: sending.ops.map(withoutWas) });
        await answered(sending, result);
        wait = firstWaitMs;
      } catch (error) {
        const status = calls.statusOf(error);
        if (isRefused(status)) return stop(error);
        if (status !== undefined && status !== 429 && status < 500) {
          // the document would be none with it: taken back
          refusal = error;
          sending = undefined;
          show();
          continue;
        }
        saving = 'waiting';
        changed();
        await calls.wait(wait);
        wait = Math.min(wait * 2, longestWaitMs);
        continue;
      }
      sending = undefined;
      saving = waiting.length > 0 ? 'saving' : 'saved';
      show();
    }
    if (saving !== 'stopped') saving = 'saved';
    changed();
  };
  const answered = async (sent: Sending, result: ChangeResult): Promise<void> => {
    if (result.version > version)
      heard.set(result.version, { client, seq: sent.seq, actor: '', ops: [...sent.ops, ...result.also] });
    advance();
    if (version < result.version) await fetchMissing();
    sent.confirmed = true;
    own.mine(sent.ops.filter((_, index) => !result.lost.includes(index)));
    if (result.lost.length > 0) lost = [...lost, ...result.lost.map((index) => sent.ops[index]!)];
  };
  const start = (): void => {
    loop ??= sendAll().finally(() => {
      loop = undefined;
      if (saving !== 'stopped' && waiting.length > 0) start();
    });
  };

  const put = (after: Body): boolean => {
    const ops = diff(body, after);
    if (ops.length === 0) return false;
    waiting = joined(waiting, ops);
    body = after;
    if (saving === 'saved') saving = 'saving';
    changed();
    if (saving !== 'stopped') start();
    return true;
  };

  return {
    state: () =>
      (snapshot ??= {
        definition: { ...definition, version, state: stateOf(definition.released, version === releasedVersion) },
        body,
        version,
        saving,
        canUndo: undos.canUndo(),
        canRedo: undos.canRedo(),
        lost,
        overwritten,
        refusal,
      }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    edit(change, group) {
      const before = body;
      const after = kind.settle(change(before));
      if (put(after)) undos.note(before, after, group);
      snapshot = undefined;
    },
    undo() {
      const after = undos.undo(body);
      if (after) put(kind.settle(after));
      changed();
    },
    redo() {
      const after = undos.redo(body);
      if (after) put(kind.settle(after));
      changed();
    },
    takeBack(one) {
      overwritten = overwritten.filter((each) => each !== one);
      const before = body;
      const after = kind.settle(apply(before, [{ do: 'set', at: one.at, value: one.mine }]).body);
      if (put(after)) undos.note(before, after);
      changed();
    },
    dismiss() {
      lost = [];
      overwritten = [];
      if (saving !== 'stopped') refusal = undefined;
      changed();
    },
    hear(message) {
      if (message.type === 'definition.changed' && message.version !== undefined) {
        if (message.version <= version) return;
        const { client: by = '', seq: number = 0, actor = '', ops } = message;
        heard.set(message.version, { client: by, seq: number, actor, ops });
        advance();
        if (heard.size > 0) void catchUp();
        return;
      }
      if (message.type === 'definition.released') {
        definition = { ...definition, released: message.number ?? definition.released };
        releasedVersion = message.version;
      } else if (message.type === 'definition.enabled')
        definition = { ...definition, enabled: message.enabled ?? definition.enabled };
      changed();
    },
    catchUp,
    async flush() {
      while (loop) await loop;
      return saving !== 'stopped' && unanswered().length === 0;
    },
    unsent: unanswered,
  };
}

/** The right to edit or to see is gone. */
function isRefused(status: number | undefined): boolean {
  return status === 401 || status === 403 || status === 404;
}

function stateOf(released: number | null, unchanged: boolean): Definition['state'] {
  if (released === null) return 'draft';
  return unchanged ? 'released' : 'changed';
}

/** What is typed letter by letter goes as one value. */
function joined(waiting: readonly Op[], ops: readonly Op[]): Op[] {
  const [first, ...rest] = ops;
  const last = waiting.at(-1);
  if (first?.do === 'set' && last?.do === 'set' && rest.length === 0 && same(first.at, last.at))
    return [
      ...waiting.slice(0, -1),
      { ...last, ...('value' in first ? { value: first.value } : { value: undefined }) },
    ];
  return [...waiting, ...ops];
}

/** The server needs not know what was there before. */
function withoutWas(op: Op): Op {
  const { was: _was, ...sent }: Op & { was?: unknown } = op;
  return sent;
}

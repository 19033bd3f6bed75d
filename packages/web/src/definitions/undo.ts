import { diff, stillHolds } from '@formwork/contract/definitions/diff.ts';
import { apply, type Op } from '@formwork/contract/definitions/ops.ts';

/** What takes an edit back, the newest step of it first. */
type Steps = Op[][];

export interface UndoStack<Body> {
  /** Notes an edit; those of one `group` that follow each other quickly are taken back together. */
  note(before: Body, after: Body, group?: string): void;
  /** The document without the last edit, as far as nobody changed since what it did; undefined when there is none. */
  undo(body: Body): Body | undefined;
  redo(body: Body): Body | undefined;
  canUndo(): boolean;
  canRedo(): boolean;
}

const togetherMs = 1_000;
const mostKept = 200;

export function undoStack<Body>(): UndoStack<Body> {
  const done: Steps[] = [];
  const undone: Steps[] = [];
  let last: { group: string; at: number } | undefined;

  const takeBack = (from: Steps[], to: Steps[], body: Body): Body | undefined => {
    const steps = from.pop();
    if (!steps) return undefined;
    last = undefined;
    const after = steps.reduce(
      (at, ops) =>
        apply(
          at,
          ops.filter((op) => stillHolds(at, op)),
        ).body,
      body,
    );
    to.push([diff(after, body)]);
    return after;
  };

  return {
    note(before, after, group) {
      const step = diff(after, before);
      const joins = group !== undefined && last?.group === group && Date.now() - last.at < togetherMs;
      if (joins) done.at(-1)?.unshift(step);
      else done.push([step]);
      if (done.length > mostKept) done.shift();
      undone.length = 0;
      last = group === undefined ? undefined : { group, at: Date.now() };
    },
    undo: (body) => takeBack(done, undone, body),
    redo: (body) => takeBack(undone, done, body),
    canUndo: () => done.length > 0,
    canRedo: () => undone.length > 0,
  };
}

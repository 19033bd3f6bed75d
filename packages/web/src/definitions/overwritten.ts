import type { Change } from '@formwork/contract/definitions/api.ts';
import { same } from '@formwork/contract/definitions/diff.ts';
import type { Op } from '@formwork/contract/definitions/ops.ts';

/** A value of mine in whose place somebody else has put another. */
export interface Overwritten {
  at: string[];
  mine: unknown;
  theirs: unknown;
  by: string;
}

export interface OwnValues {
  /** What I have set, once the server has it. */
  mine(ops: readonly Op[]): void;
  /** What somebody else's change has put over it. */
  theirs(change: Pick<Change, 'actor' | 'ops'>): Overwritten[];
}

/** Older ones of mine are everybody's by now. */
const mineMs = 120_000;

/** In one text the last writer wins; the one before may take theirs back, as long as they are at it. */
export function ownValues(now: () => number = Date.now): OwnValues {
  const values = new Map<string, { value: unknown; at: number }>();
  return {
    mine(ops) {
      for (const op of ops) if (op.do === 'set') values.set(JSON.stringify(op.at), { value: op.value, at: now() });
    },
    theirs({ actor, ops }) {
      return ops.flatMap((op): Overwritten[] => {
        if (op.do !== 'set') return [];
        const key = JSON.stringify(op.at);
        const own = values.get(key);
        values.delete(key);
        if (!own || now() - own.at > mineMs || same(own.value, op.value)) return [];
        return [{ at: op.at, mine: own.value, theirs: op.value, by: actor }];
      });
    },
  };
}

import type { CharClass } from './classes.ts';
import type { Part, Pattern } from './read.ts';

export const op = {
  char: 0,
  fork: 1,
  jump: 2,
  save: 3,
  start: 4,
  end: 5,
  same: 6,
  mark: 7,
  moved: 8,
  found: 9,
} as const;

/** A pattern as instructions with two numbers each: `fork` tries the first place before the second. */
export interface Program {
  readonly ops: readonly number[];
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly classes: readonly CharClass[];
  /** Slots of groups and of loops, in that order. */
  readonly slots: number;
  readonly groups: number;
  /** With a reference to a group, what happens at a place depends on how it was reached. */
  readonly remembers: boolean;
}

const MAX_PROGRAM = 20_000;

/** Null when the pattern is too large. */
export function programOf({ part, groups }: Pattern): Program | null {
  const ops: number[] = [];
  const x: number[] = [];
  const y: number[] = [];
  const classes: CharClass[] = [];
  let slots = 2 * (groups + 1);
  let remembers = false;

  const put = (code: number, first = 0, second = 0): number => {
    if (ops.length >= MAX_PROGRAM) throw new TooLarge();
    x.push(first);
    y.push(second);
    return ops.push(code) - 1;
  };

  function write(node: Part): void {
    switch (node.kind) {
      case 'char':
        put(op.char, classes.push(node.class) - 1);
        return;
      case 'start':
        put(op.start);
        return;
      case 'end':
        put(op.end);
        return;
      case 'all':
        node.parts.forEach(write);
        return;
      case 'either':
        return writeEither(node.parts);
      case 'group':
        put(op.save, 2 * node.number);
        write(node.part);
        put(op.save, 2 * node.number + 1);
        return;
      case 'same':
        remembers = true;
        put(op.same, node.number);
        return;
      case 'repeat':
        writeRepeat(node);
    }
  }

  function writeEither(parts: readonly Part[]): void {
    const ends: number[] = [];
    for (const [i, part_] of parts.entries()) {
      if (i === parts.length - 1) {
        write(part_);
        break;
      }
      const fork = put(op.fork, ops.length + 1);
      write(part_);
      ends.push(put(op.jump));
      y[fork] = ops.length;
    }
    for (const end of ends) x[end] = ops.length;
  }

  function writeRepeat({ part: inner, least, most, greedy }: Part & { kind: 'repeat' }): void {
    for (let i = 0; i < least; i++) write(inner);
    const fork = (): number => put(op.fork);
    const aim = (at: number, into: number, past: number) => {
      x[at] = greedy ? into : past;
      y[at] = greedy ? past : into;
    };
    if (most === Infinity) {
      const loop = fork();
      const slot = slots++;
      put(op.mark, slot);
      write(inner);
      put(op.moved, slot);
      put(op.jump, loop);
      aim(loop, loop + 1, ops.length);
      return;
    }
    const forks: number[] = [];
    for (let i = least; i < most; i++) {
      forks.push(fork());
      write(inner);
    }
    for (const at of forks) aim(at, at + 1, ops.length);
  }

  try {
    write(part);
    put(op.found);
  } catch (error) {
    if (error instanceof TooLarge) return null;
    throw error;
  }
  return { ops, x, y, classes, slots, groups, remembers };
}

class TooLarge extends Error {}

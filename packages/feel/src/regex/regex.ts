import { op, programOf, type Program } from './program.ts';
import { readPattern, type Flags } from './read.ts';

/** A compiled pattern. */
export interface Regex {
  readonly groups: number;
  /** Searches of one text, from the left to the right. */
  over(text: string, effort: Effort): Search;
}

/** The first match at or behind a place: ends of the whole and of each group, -1 where a group took no part. `tired` says that it took too long. */
export type Search = (from: number) => readonly number[] | 'none' | 'tired';

/** Steps that are left for all searches of one call. */
export interface Effort {
  left: number;
}

/** Null when the text is no pattern. */
export function compileRegex(text: string, flags: Flags): Regex | null {
  const pattern = readPattern(text, flags);
  const program = pattern && programOf(pattern);
  return program && { groups: program.groups, over: (subject, effort) => searches(program, subject, flags, effort) };
}

/** Places that were tried are kept in bits; more than this many would not be worth their memory. */
const MAX_VISITS = 1 << 28;

/**
 * Tries alternatives in order, like the engines people know, but without references to groups never the same instruction at the same place twice:
 * the time grows with text times pattern, whatever they are. With references only the effort keeps it from running away.
 */
function searches(program: Program, text: string, { lines, ignoreCase }: Flags, effort: Effort): Search {
  const { ops, x, y, classes, slots, remembers } = program;
  const size = ops.length;
  const visits = size * (text.length + 1);
  if (!remembers && visits > MAX_VISITS) return () => 'tired';
  const visited = remembers ? null : new Uint8Array(Math.ceil(visits / 8));
  const regs = new Int32Array(slots);

  return (from) => {
    // what failed before fails again; only at the end of the last match something may not have been tried to its end
    if (visited) for (let bit = from * size; bit < (from + 1) * size; bit++) visited[bit >>> 3]! &= ~(1 << (bit & 7));
    for (let begin = from; begin <= text.length; begin++) {
      // not in the middle of a pair
      if (begin > from && isTrail(text, begin)) continue;
      const end = tryAt(begin);
      if (end === -2) return 'tired';
      if (end >= 0) return [begin, end, ...regs.subarray(2, 2 * (program.groups + 1))];
    }
    return 'none';
  };

  /** The end of a match that begins here, -1 for none, -2 when the effort is at its end. */
  function tryAt(begin: number): number {
    regs.fill(-1);
    // alternatives to come back to, and below zero values of slots to put back
    const stack: number[] = [0, begin];
    while (stack.length > 0) {
      let at = stack.pop()!;
      let pc = stack.pop()!;
      if (pc < 0) {
        regs[-pc - 1] = at;
        continue;
      }
      for (;;) {
        if (--effort.left < 0) return -2;
        if (visited) {
          const bit = at * size + pc;
          const mask = 1 << (bit & 7);
          if (visited[bit >>> 3]! & mask) break;
          visited[bit >>> 3]! |= mask;
        }
        const code = ops[pc]!;
        if (code === op.char) {
          if (at >= text.length) break;
          const point = text.codePointAt(at)!;
          if (!classes[x[pc]!]!.test(point)) break;
          at += point > 0xffff ? 2 : 1;
          pc++;
        } else if (code === op.fork) {
          stack.push(y[pc]!, at);
          pc = x[pc]!;
        } else if (code === op.jump) pc = x[pc]!;
        else if (code === op.save || code === op.mark) {
          const slot = x[pc]!;
          stack.push(-slot - 1, regs[slot]!);
          regs[slot] = at;
          pc++;
        } else if (code === op.moved) {
          // a loop that took nothing would go on for ever; where nothing is tried twice it ends by itself
          if (remembers && regs[x[pc]!] === at) break;
          pc++;
        } else if (code === op.start) {
          if (at !== 0 && !(lines && at < text.length && text[at - 1] === '\n')) break;
          pc++;
        } else if (code === op.end) {
          if (at !== text.length && !(lines && text[at] === '\n')) break;
          pc++;
        } else if (code === op.same) {
          const [low, high] = [regs[2 * x[pc]!]!, regs[2 * x[pc]! + 1]!];
          const length = low < 0 || high < 0 ? 0 : high - low;
          effort.left -= length >> 4;
          if (!sameText(text.slice(low, low + length), text.slice(at, at + length), ignoreCase)) break;
          at += length;
          pc++;
        } else return at;
      }
    }
    return -1;
  }
}

const isTrail = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff && text.charCodeAt(at - 1) >= 0xd800 && text.charCodeAt(at - 1) <= 0xdbff;
};

const sameText = (a: string, b: string, ignoreCase: boolean): boolean =>
  a === b || (ignoreCase && a.toLowerCase() === b.toLowerCase());

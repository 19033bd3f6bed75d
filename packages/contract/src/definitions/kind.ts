import type { z } from 'zod';
import type { Text } from '../text.ts';

/** What both sides know of a kind of definition. Its server's half is `DefinitionKind` of the platform. */
export interface DocumentKind<Body> {
  /** A short word of its own, part of addresses: `rule`, `dashboard`. */
  kind: string;
  /** The folders, rules and list it shares with its neighbours: `rules`, `analytics`. */
  area: string;
  /**
   * `changes`: drawn of elements with ids; several people edit the draft, and it is released. `whole`: saved by a button and in
   * force at once, each save is a release.
   */
  saves: 'changes' | 'whole';
  schema: z.ZodType<Body>;
  /** What a new one begins with. */
  empty(): Body;
  /**
   * Puts right what two people did at once: each element placed once, no edge without its nodes. Pure, and twice is the same as
   * once. It runs in the browser before a change is shown and on the server before it is stored.
   */
  settle(body: Body): Body;
  /** The name that the body itself says, where it does: whoever writes another there gives the definition that name. */
  titleIn?(body: Body): string;
}

const longestName = 200;

/** How a definition is called once its body is another: in Chinese as the body says, in English too where both were the same. */
export function renamedBy<Body>({ titleIn }: DocumentKind<Body>, name: Text, before: Body, after: Body): Text {
  const [was, is] = [titleIn?.(before), titleIn?.(after).trim().slice(0, longestName)];
  if (!is || is === was?.trim()) return name;
  return { ...name, zh: is, ...(name.en !== undefined && [name.zh, was].includes(name.en) && { en: is }) };
}

/** Why a definition cannot be released (`error`), or what is odd about it. `code` is the key of a text of the `errors` dictionaries. */
export interface DefinitionProblem {
  code: string;
  level: 'error' | 'warning';
  /** Where, as in an operation: `['nodes', '#n1', 'title']`. */
  at: string[];
  data?: Record<string, unknown> | undefined;
}

/** What a definition names: another definition, or a part of it such as a field. `part` is the element that names it, '' for the whole. */
export interface DefinitionReference {
  part: string;
  to: { kind: string; id: string; part: string };
  /** `refuse`: in force it decides or writes by it, so that it may not go. `warn`: it shows less without it, which wants a yes. */
  how: 'refuse' | 'warn';
}

/** What changed between two releases, as it is said to people: `code` is the key of a text. */
export interface DefinitionWords {
  code: string;
  at: string[];
  data?: Record<string, unknown> | undefined;
}

import { diff } from '@formwork/contract/definitions/diff.ts';
import { isNode, valueAt, type Op } from '@formwork/contract/definitions/ops.ts';
import { textIn, type Text } from '@formwork/contract/text.ts';

/** One element, or a property of the whole, and what became of it. */
export interface Difference {
  what: 'added' | 'removed' | 'changed' | 'moved';
  /** Where, as in an operation; of an element that is gone too. */
  at: string[];
  name: string;
}

export type PlaceName = (body: unknown, at: readonly string[]) => string | undefined;

/** What two bodies differ in, element by element: an element that changed in several places is told once. */
export function differences(
  before: unknown,
  after: unknown,
  locale: string,
  nameOf: PlaceName = ownName(locale),
): Difference[] {
  const found = new Map<string, Difference>();
  for (const op of diff(before, after)) {
    const at = elementPath(op);
    const what = op.do === 'put' ? 'added' : op.do === 'take' ? 'removed' : op.do === 'move' ? 'moved' : 'changed';
    const key = at.join('/');
    // what was added or changed is not told as moved too
    if (found.has(key)) continue;
    found.set(key, { what, at, name: nameOf(what === 'removed' ? before : after, at) ?? at.join(' / ') });
  }
  return [...found.values()];
}

/** To the innermost element with an id; of a property outside of any, to the property. */
function elementPath(op: Op): string[] {
  if (op.do !== 'set') return [...op.at, `#${op.id}`];
  const last = op.at.findLastIndex((step) => step.startsWith('#'));
  return last < 0 ? op.at.slice(0, 1) : op.at.slice(0, last + 1);
}

/** The title or name that an element bears. */
export function ownName(locale: string): PlaceName {
  return (body, at) => {
    const value = valueAt(body, at);
    if (!isNode(value)) return undefined;
    const name = value.title ?? value.name ?? value.label;
    if (typeof name === 'string') return name || undefined;
    return isNode(name) && typeof name.zh === 'string' ? textIn(name as unknown as Text, locale) : undefined;
  };
}

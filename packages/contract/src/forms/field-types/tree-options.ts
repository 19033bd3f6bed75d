import { z } from 'zod';
import { textIn } from '../../text.ts';
import { goneOption, Option } from './single-select.ts';

/** An option that may stand below another one. */
export const TreeOption = Option.extend({ parent: Option.shape.id.optional() });
export type TreeOption = z.infer<typeof TreeOption>;

/** In the order of display, each behind the one it stands below: so nothing can stand below itself. As many as a dictionary has entries. */
export const TreeOptions = z
  .array(TreeOption)
  .max(2_000)
  .refine((options) => {
    const before = new Set<string>();
    return options.every(({ id, parent }) => {
      before.add(id);
      return parent === undefined || (parent !== id && before.has(parent));
    });
  }, 'parent_behind');

interface Tree {
  byId: ReadonlyMap<string, TreeOption>;
  /** Those right below each; undefined for the top. */
  below: ReadonlyMap<string | undefined, readonly TreeOption[]>;
}

const trees = new WeakMap<readonly TreeOption[], Tree>();

/** Worked out once for each list of options. */
export function treeOf(options: readonly TreeOption[]): Tree {
  let tree = trees.get(options);
  if (!tree) {
    const byId = new Map(options.map((option) => [option.id, option]));
    tree = { byId, below: Map.groupBy(options, ({ parent }) => parent) };
    trees.set(options, tree);
  }
  return tree;
}

/** From the top down to an option, itself included; empty when there is no such option. */
export function wayTo(id: string, options: readonly TreeOption[]): TreeOption[] {
  const { byId } = treeOf(options);
  const way: TreeOption[] = [];
  for (
    let at = byId.get(id);
    at && way.length < options.length;
    at = at.parent === undefined ? undefined : byId.get(at.parent)
  )
    way.unshift(at);
  return way;
}

export function wayText(id: string, options: readonly TreeOption[], locale: string): string {
  const way = wayTo(id, options);
  return way.length > 0 ? way.map(({ label }) => textIn(label, locale)).join(' / ') : goneOption(locale);
}

/** Whether nothing that may be chosen stands below it. */
export function isLeaf(id: string, options: readonly TreeOption[]): boolean {
  return !treeOf(options)
    .below.get(id)
    ?.some(({ retired }) => !retired);
}

/** An option by its way (`A / B / C`), or by its label or id where only one has it. */
export function treeIdOf(text: string, options: readonly TreeOption[]): string | undefined {
  const labels = text.split(/\s*[/／>＞]\s*/).filter((part) => part !== '');
  const named = ({ label, id }: TreeOption, word: string): boolean =>
    label.zh === word || label.en === word || id === word;
  const { below } = treeOf(options);
  let at: TreeOption | undefined;
  for (const [place, word] of labels.entries()) {
    at = (below.get(at?.id) ?? []).find((option) => named(option, word));
    if (!at && place === 0) break;
    if (!at) return undefined;
  }
  if (at) return at.id;
  const found = options.filter((option) => named(option, text.trim()));
  return found.length === 1 ? found[0]?.id : undefined;
}

import type { TreeOption } from '@formwork/contract/forms/field-types/tree-options.ts';
import { newElementId } from '@formwork/contract/forms/field.ts';

/** How deep each option stands, the topmost at 0. */
export function depthsOf(options: readonly TreeOption[]): ReadonlyMap<string, number> {
  const depths = new Map<string, number>();
  for (const { id, parent } of options) depths.set(id, parent === undefined ? 0 : (depths.get(parent) ?? 0) + 1);
  return depths;
}

/** Behind everything that stands below its parent. */
export function addedBelow(
  options: readonly TreeOption[],
  parent: string | undefined,
  labels: readonly string[],
): TreeOption[] {
  const at = parent === undefined ? options.length : endOf(options, parent);
  const added = labels.map((zh) => ({ id: newElementId(), label: { zh }, ...(parent !== undefined && { parent }) }));
  return [...options.slice(0, at), ...added, ...options.slice(at)];
}

/** With everything below it. */
export function removedBranch(options: readonly TreeOption[], id: string): TreeOption[] {
  const at = options.findIndex((option) => option.id === id);
  return [...options.slice(0, at), ...options.slice(endOf(options, id))];
}

/** Up or down among its siblings, with everything below it; the same list where there is no place to go. */
export function movedBranch(options: readonly TreeOption[], id: string, by: 1 | -1): readonly TreeOption[] {
  const { parent } = options.find((option) => option.id === id) ?? {};
  const siblings = options.filter((option) => option.parent === parent).map((option) => option.id);
  const other = siblings[siblings.indexOf(id) + by];
  if (other === undefined) return options;
  const [first, second] = by === 1 ? [id, other] : [other, id];
  const [from, between, end] = [
    options.findIndex((option) => option.id === first),
    options.findIndex((option) => option.id === second),
    endOf(options, second),
  ];
  return [
    ...options.slice(0, from),
    ...options.slice(between, end),
    ...options.slice(from, between),
    ...options.slice(end),
  ];
}

/** Lines as they come from a spreadsheet or a text: what is set in further stands below the line before it. Of an indented tree the first line is the top. */
export function pastedBelow(options: readonly TreeOption[], parent: string | undefined, text: string): TreeOption[] {
  let next = [...options];
  const open: { indent: number; id: string | undefined }[] = [{ indent: -1, id: parent }];
  for (const line of text.split(/\r?\n/)) {
    const label = line.trim();
    if (label === '') continue;
    const indent = /^[\t ]*/.exec(line)![0].replaceAll('\t', '    ').length;
    while (open.length > 1 && open.at(-1)!.indent >= indent) open.pop();
    const above = open.at(-1)!.id;
    const known = new Set(next.map(({ id }) => id));
    next = addedBelow(next, above, [label]);
    open.push({ indent, id: next.find(({ id }) => !known.has(id))!.id });
  }
  return next;
}

/** The place behind the last option below one. */
function endOf(options: readonly TreeOption[], id: string): number {
  const within = new Set([id]);
  let end = options.findIndex((option) => option.id === id) + 1;
  while (end < options.length && within.has(options[end]!.parent ?? '')) {
    within.add(options[end]!.id);
    end += 1;
  }
  return end;
}

import type { Category } from '@formwork/contract/assets/asset.ts';
import { textIn } from '@formwork/contract/text.ts';

/** A category with all that stand below it. */
export function belowOf(all: readonly Category[], id: string): Set<string> {
  const found = new Set([id]);
  for (const one of found) for (const child of all) if (child.parent === one) found.add(child.id);
  return found;
}

/** Names from the top down. */
export function pathOf(all: readonly Category[], id: string, locale: string): string {
  const names: string[] = [];
  for (let at = all.find((one) => one.id === id); at; at = all.find((one) => one.id === at?.parent))
    names.unshift(textIn(at.name, locale));
  return names.join(' / ');
}

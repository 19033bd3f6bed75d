import type { PackagePart } from '../../platform/package-part.ts';
import type { Platform } from '../../platform/platform.ts';
import { definitionParts } from '../definitions/public.ts';

// one per platform: tests run several servers in a process
const registries = new WeakMap<Platform, readonly PackagePart[]>();

/** What modules bring beside their definitions, once per process. */
export function registerParts(platform: Platform, parts: readonly PackagePart[]): void {
  registries.set(platform, parts);
}

/** All kinds of parts, in the order in which they are placed. */
export function allParts(platform: Platform): PackagePart[] {
  return [...(registries.get(platform) ?? []), ...definitionParts(platform)].toSorted((a, b) => a.order - b.order);
}

export function partsByKind(platform: Platform): ReadonlyMap<string, PackagePart> {
  return new Map(allParts(platform).map((part) => [part.kind, part]));
}

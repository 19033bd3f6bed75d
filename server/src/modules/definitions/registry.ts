import type { Role } from '@formwork/contract/roles.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { DefinitionUse } from '@formwork/contract/definitions/api.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import type { ControlTx } from '../../platform/db/db.ts';
import type { AnyDefinitionKind } from '../../platform/definition-kind.ts';
import { notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';

/** Something that definitions name and that is none itself: how it is found, and what of it can be named. */
export interface Target {
  id: string;
  name: Text;
  /** Left out: nothing of it is named by itself. */
  parts?: ReadonlySet<string>;
}
export type TargetFinder = (tx: ControlTx, ids: readonly string[]) => Promise<Target[]>;

/** What names things and is no definition itself, as settings of a module: who of it names one, and for whom that is to be seen. */
export interface OtherUses {
  roles: readonly Role[];
  find(ctx: TxCtx, to: { kind: string; id: string }): Promise<DefinitionUse[]>;
}

interface Registry {
  kinds: Map<string, AnyDefinitionKind>;
  targets: Map<string, TargetFinder>;
  others: Map<string, OtherUses>;
  areas: Map<string, readonly Role[]>;
}

// one per platform: tests run several servers in a process
const registries = new WeakMap<Platform, Registry>();

/** The kinds of all modules, once per process. */
export function registerKinds(platform: Platform, kinds: readonly AnyDefinitionKind[]): void {
  for (const kind of kinds) registryOf(platform).kinds.set(kind.kind, kind);
}

/** Tells how something is found that definitions may name without its being one. */
export function registerTargets(platform: Platform, kind: string, find: TargetFinder): void {
  registryOf(platform).targets.set(kind, find);
}

/** Tells what names things without being a definition: they are not removed while it does. */
export function registerUses(platform: Platform, name: string, others: OtherUses): void {
  registryOf(platform).others.set(name, others);
}

/** An area whose folders and rules are for things that are no definitions; `roles` may have to do with them at all. */
export function registerArea(platform: Platform, area: string, roles: readonly Role[]): void {
  registryOf(platform).areas.set(area, roles);
}

export function findKind(platform: Platform, kind: string): AnyDefinitionKind | undefined {
  return registryOf(platform).kinds.get(kind);
}

/** 404 for kinds that are not there, or not for people of the role. */
export function requireKind(ctx: Pick<Ctx, 'platform' | 'user'>, kind: string): AnyDefinitionKind {
  const found = findKind(ctx.platform, kind);
  if (!found || !isFor(ctx.user, found.permissions.use)) throw notFound('definitions.kind.not_found', { kind });
  return found;
}

/** Kinds that share the folders of an area; 404 when there are none for people of the role. */
export function requireArea(ctx: Pick<Ctx, 'platform' | 'user'>, area: string): AnyDefinitionKind[] {
  const found = [...registryOf(ctx.platform).kinds.values()].filter(
    (kind) => kind.area === area && isFor(ctx.user, kind.permissions.use),
  );
  const open = isFor(ctx.user, registryOf(ctx.platform).areas.get(area) ?? []);
  if (found.length === 0 && !open) throw notFound('definitions.area.not_found', { area });
  return found;
}

/** The system has to do with everything of its space. */
export function isFor({ role, system }: Ctx['user'], roles: readonly Role[]): boolean {
  return system !== undefined || roles.includes(role);
}

export function findTargets(platform: Platform, kind: string): TargetFinder | undefined {
  return registryOf(platform).targets.get(kind);
}

export function allKinds(platform: Platform): AnyDefinitionKind[] {
  return [...registryOf(platform).kinds.values()];
}

function registryOf(platform: Platform): Registry {
  let registry = registries.get(platform);
  if (!registry)
    registries.set(
      platform,
      (registry = { kinds: new Map(), targets: new Map(), others: new Map(), areas: new Map() }),
    );
  return registry;
}

export const otherUses = (platform: Platform): OtherUses[] => [...registryOf(platform).others.values()];

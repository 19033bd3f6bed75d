import type { PackageNeed } from '@formwork/contract/packages/api.ts';
import type { TxCtx } from '../../platform/context.ts';
import type { PackagePart } from '../../platform/package-part.ts';
import { findTargets } from '../definitions/public.ts';
import { directoryOf, type Directory } from '../organization/public.ts';

interface Packed {
  kind: string;
  id: string;
  body: unknown;
}

/** What the parts name and do not bring: people and units by their ids wherever they stand, all else as its kind tells. */
export async function needsOf(
  ctx: TxCtx,
  kinds: ReadonlyMap<string, PackagePart>,
  parts: readonly Packed[],
): Promise<PackageNeed[]> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const brought = new Set(parts.map(({ kind, id }) => `${kind}/${id}`));
  const needs = new Map<string, PackageNeed>();
  const add = (kind: string, id: string, name: string, by: Packed): void => {
    const key = `${kind}/${id}`;
    if (brought.has(key)) return;
    const need = needs.get(key) ?? { kind, id, name, parts: [] };
    const part = `${by.kind}/${by.id}`;
    if (!need.parts.includes(part)) need.parts.push(part);
    needs.set(key, need);
  };
  for (const part of parts) {
    for (const id of idsIn(part.body)) {
      const subject = subjectOf(directory, id);
      if (subject) add(subject.kind, id, subject.name, part);
    }
    for (const { kind, id } of kinds.get(part.kind)?.names?.(part.body) ?? []) add(kind, id, '', part);
  }
  const all = [...needs.values()];
  for (const [kind, ofKind] of Map.groupBy(all, (need) => need.kind)) {
    const named = await namesOf(ctx, kinds, kind, ofKind);
    for (const need of ofKind) if (need.name === '') need.name = named.get(need.id) ?? '';
  }
  return all.toSorted((a, b) => (`${a.kind}/${a.id}` < `${b.kind}/${b.id}` ? -1 : 1));
}

/** Of what a package needs, what is not here; ids are those of the package. */
export async function missingOf(
  ctx: TxCtx,
  kinds: ReadonlyMap<string, PackagePart>,
  needs: readonly PackageNeed[],
): Promise<PackageNeed[]> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const missing: PackageNeed[] = [];
  for (const [kind, ofKind] of Map.groupBy(needs, (need) => need.kind)) {
    const there = subjectKinds.has(kind)
      ? new Set(ofKind.flatMap(({ id }) => (subjectOf(directory, id)?.kind === kind ? [id] : [])))
      : new Set((await namesOf(ctx, kinds, kind, ofKind)).keys());
    missing.push(...ofKind.filter(({ id }) => !there.has(id)));
  }
  return missing;
}

const subjectKinds = new Set(['person', 'department', 'post', 'role', 'group']);

/** Persons travel without their names. */
function subjectOf(directory: Directory, id: string): { kind: string; name: string } | undefined {
  if (directory.people.has(id)) return { kind: 'person', name: '' };
  for (const [kind, units] of [
    ['department', directory.departments],
    ['post', directory.posts],
    ['role', directory.roles],
    ['group', directory.groups],
  ] as const) {
    const unit = units.get(id);
    if (unit) return { kind, name: unit.name };
  }
  return undefined;
}

async function namesOf(
  ctx: TxCtx,
  kinds: ReadonlyMap<string, PackagePart>,
  kind: string,
  needs: readonly PackageNeed[],
): Promise<Map<string, string>> {
  const find = findTargets(ctx.platform, kind);
  if (find) {
    const found = await find(
      ctx.tx,
      needs.map(({ id }) => id),
    );
    return new Map(found.map(({ id, name }) => [id, name.zh]));
  }
  const part = kinds.get(kind);
  const names = new Map<string, string>();
  for (const { id } of needs) {
    const found = await part?.find(ctx, id);
    if (found) names.set(id, found.name.zh);
  }
  return names;
}

function idsIn(body: unknown): Set<string> {
  const text = JSON.stringify(body);
  return new Set(text.match(/(?<![0-9a-f-])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![0-9a-f-])/g));
}

import { merge, placeOf, type Merge } from '@formwork/contract/definitions/merge.ts';
import { same } from '@formwork/contract/definitions/diff.ts';
import type { PackageChoice, PlannedPart } from '@formwork/contract/packages/api.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { TxCtx } from '../../platform/context.ts';
import type { PackagePart } from '../../platform/package-part.ts';
import { partsByKind } from './parts.ts';
import type { InstallRow, PartRow, Standing } from './tables.ts';

/** What is known of a package before anything is placed: its parts, and what earlier versions of it left. */
export interface Planning {
  kinds: ReadonlyMap<string, PackagePart>;
  parts: PartRow[];
  /** By `kind/id` of the package: the latest that was placed. */
  earlier: ReadonlyMap<string, PartRow>;
  /** Ids of the package, where they are others here. */
  ids: ReadonlyMap<string, string>;
  localId(part: Pick<PartRow, 'kind' | 'id'>): string;
}

export type Step =
  | { act: 'unknown'; name: Text }
  | { act: 'gone'; name: Text }
  | { act: 'new'; name: Text; body: unknown }
  | { act: 'update' | 'same'; name: Text; here: Standing; merged: Merge<unknown> };

export async function planning(ctx: TxCtx, install: InstallRow): Promise<Planning> {
  const kinds = partsByKind(ctx.platform);
  const parts = await ctx.tx
    .selectFrom('packages.part')
    .selectAll()
    .where('install_id', '=', install.id)
    .orderBy('position')
    .execute();
  const earlier = await earlierParts(ctx, install);
  const local = new Map<string, string>();
  for (const [name, ofKind] of Map.groupBy(parts, ({ kind }) => kind)) {
    const kind = kinds.get(name);
    if (!kind?.newId) continue;
    const open: PartRow[] = [];
    for (const part of ofKind) {
      const known = part.local_id ?? earlier.get(keyOf(part))?.local_id;
      if (known == null) open.push(part);
      else local.set(keyOf(part), known);
    }
    const taken = new Set(
      open.length === 0
        ? []
        : await kind.taken(
            ctx.tx,
            open.map(({ id }) => id),
          ),
    );
    for (const part of open) local.set(keyOf(part), taken.has(part.id) ? kind.newId() : part.id);
  }
  const ids = new Map(
    parts.flatMap((part): [string, string][] => {
      const here = local.get(keyOf(part));
      return here === undefined || here === part.id ? [] : [[part.id, here]];
    }),
  );
  return {
    kinds,
    parts,
    earlier,
    ids,
    // what goes by a form or the application has the id of that
    localId: (part) => local.get(keyOf(part)) ?? ids.get(part.id) ?? part.id,
  };
}

/** What placing the part would do by now. */
export async function stepOf(ctx: TxCtx, plan: Planning, part: PartRow): Promise<Step> {
  const kind = plan.kinds.get(part.kind);
  if (!kind) return { act: 'unknown', name: part.name };
  const theirs = kind.read(kind.rename(part.body, plan.ids));
  const earlier = plan.earlier.get(keyOf(part));
  // what comes once and was refused then has not come
  const came = !kind.once || !['draft', 'failed'].includes(earlier?.outcome?.state ?? '');
  const before = came ? (earlier?.applied ?? undefined) : undefined;
  if (kind.once && before)
    return { act: 'same', name: before.name, here: before, merged: merge(before.body, before.body, before.body) };
  const found = await kind.find(ctx, plan.localId(part));
  if (!found) return before ? { act: 'gone', name: part.name } : { act: 'new', name: part.name, body: theirs };
  const merged = merge<unknown>(before?.body, found.body, theirs);
  // a name that somebody gave here stays
  const name = before && !same(before.name, found.name) ? found.name : part.name;
  const idle = merged.taken === 0 && merged.conflicts.length === 0 && same(name, found.name);
  return { act: idle ? 'same' : 'update', name, here: { name: found.name, body: found.body }, merged };
}

export async function plannedPart(ctx: TxCtx, plan: Planning, part: PartRow): Promise<PlannedPart> {
  const step = part.outcome ? undefined : await stepOf(ctx, plan, part);
  const merged = step && 'merged' in step ? step.merged : undefined;
  return {
    kind: part.kind,
    id: part.id,
    localId: plan.localId(part),
    name: step?.name ?? part.name,
    act: step?.act ?? (part.before ? 'update' : part.applied ? 'new' : 'same'),
    changes: merged?.taken ?? 0,
    kept: merged?.kept ?? 0,
    conflicts: merged?.conflicts ?? [],
    outcome: part.outcome,
  };
}

/** Places of a part that were decided for the package. */
export function chosenOf(theirs: readonly PackageChoice[], { kind, id }: Pick<PartRow, 'kind' | 'id'>): Set<string> {
  return new Set(theirs.flatMap((one) => (one.kind === kind && one.id === id ? [placeOf(one.at)] : [])));
}

export const keyOf = ({ kind, id }: Pick<PartRow, 'kind' | 'id'>): string => `${kind}/${id}`;

/** What every version before left, the latest of each part. */
async function earlierParts(ctx: TxCtx, install: InstallRow): Promise<Map<string, PartRow>> {
  const rows = await ctx.tx
    .selectFrom('packages.part as p')
    .innerJoin('packages.install as i', (join) =>
      join.onRef('i.space_id', '=', 'p.space_id').onRef('i.id', '=', 'p.install_id'),
    )
    .selectAll('p')
    .where('i.key', '=', install.key)
    .where('i.id', '<>', install.id)
    .where('i.state', 'in', ['applied', 'superseded'])
    .where('p.applied', 'is not', null)
    .orderBy('i.applied_at')
    .orderBy('i.id')
    .execute();
  return new Map(rows.map((row) => [keyOf(row), row]));
}

import { inControl } from '../../platform/db/db.ts';
import { seesNone, type AssetFacts, type AssetSource, type Seen } from '../../platform/assets.ts';
import { visibleIn } from './access.ts';
import { allKinds, findKind, isFor } from './registry.ts';
import { releasedOf } from './released.ts';

const changing = new Set([
  'definitions.released',
  'definitions.archived',
  'definitions.restored',
  'definitions.purged',
  'definitions.moved',
  'definitions.enabled',
]);

/** Released definitions of kinds that say what their columns are. */
export const definitionAssets: AssetSource = {
  // whichever kinds have columns
  kinds: [],
  changed: ({ type, data }) =>
    changing.has(type) && typeof data.kind === 'string' && typeof data.id === 'string'
      ? [{ kind: data.kind, id: data.id }]
      : undefined,
  async list({ platform, spaceId }) {
    const kinds = assetKindsOf(platform);
    if (kinds.length === 0) return [];
    return inControl(platform.facts, spaceId, (tx) =>
      tx
        .selectFrom('definitions.definition')
        .select(['kind', 'id'])
        .where('space_id', '=', spaceId)
        .where('kind', 'in', kinds)
        .where('released', 'is not', null)
        .where('archived_at', 'is', null)
        .execute(),
    );
  },
  async describe({ platform, spaceId }, name, ids) {
    const kind = findKind(platform, name);
    if (!kind?.asset) return [];
    const rows = await inControl(platform.facts, spaceId, (tx) =>
      tx
        .selectFrom('definitions.definition as d')
        .leftJoin('definitions.folder as f', (join) =>
          join.onRef('f.space_id', '=', 'd.space_id').onRef('f.id', '=', 'd.folder'),
        )
        .select(['d.id', 'd.name', 'd.app_id', 'd.owner', 'd.created_by', 'f.name as folder'])
        .where('d.space_id', '=', spaceId)
        .where('d.kind', '=', name)
        .where('d.id', 'in', [...ids])
        .where('d.released', 'is not', null)
        .where('d.archived_at', 'is', null)
        .execute(),
    );
    const facts: AssetFacts[] = [];
    for (const row of rows) {
      const released = await releasedOf(platform, spaceId, name, row.id);
      if (!released) continue;
      const shape = await kind.asset(released.body, { platform, spaceId, id: row.id });
      facts.push({
        kind: name,
        id: row.id,
        guard: row.id,
        title: row.name,
        place: { zh: row.folder ?? '' },
        address: { kind: name, id: row.id, appId: row.app_id },
        owner: row.owner ?? row.created_by,
        release: String(released.number),
        ...shape,
      });
    }
    return facts;
  },
  async seen(ctx) {
    const seen = new Map<string, Seen>();
    const { platform, spaceId } = ctx;
    for (const kind of allKinds(platform)) {
      if (!kind.asset) continue;
      if (!isFor(ctx.user, kind.permissions.use)) {
        seen.set(kind.kind, seesNone);
        continue;
      }
      const visible = await visibleIn(ctx, kind.area);
      const whole = visible.levelIn(null) === 'own';
      const rows = await inControl(platform.facts, spaceId, (tx) => {
        const all = tx
          .selectFrom('definitions.definition')
          .select('id')
          .where('space_id', '=', spaceId)
          .where('kind', '=', kind.kind);
        // whoever sees nearly everything is told by what they do not see
        return whole
          ? all.where(({ not }) => not(visible.where(kind.kind))).execute()
          : all.where(visible.where(kind.kind)).execute();
      });
      const ids = new Set(rows.map(({ id }) => id));
      seen.set(kind.kind, whole ? { except: ids } : { only: ids });
    }
    return seen;
  },
};

function assetKindsOf(platform: Parameters<typeof allKinds>[0]): string[] {
  return allKinds(platform).flatMap((kind) => (kind.asset ? [kind.kind] : []));
}

import { sql } from 'kysely';
import { spaceSchema } from '../../../platform/db/space-data.ts';
import type { Platform } from '../../../platform/platform.ts';
import { registerUses } from '../../definitions/public.ts';

/** A connection that events are sent over is not removed; a receiver that is switched off only names it. */
export function knowReceivers(platform: Platform): void {
  registerUses(platform, 'assets.receivers', {
    roles: ['admin'],
    async find({ spaceId }, { kind, id }) {
      if (kind !== 'connection') return [];
      // they lie in the space: read beside the transaction that asks, as other short facts are
      const { rows } = await sql<{ id: string; name: string; enabled: boolean }>`select id, name, enabled
        from ${sql.raw(spaceSchema(spaceId))}.assets_receiver where connection = ${id}::uuid order by name, id`.execute(
        platform.facts,
      );
      return rows.map((row) => ({
        kind: 'openlineage_receiver',
        id: row.id,
        name: { zh: `OpenLineage: ${row.name}` },
        appId: null,
        part: '',
        toPart: '',
        of: row.enabled ? 'release' : 'draft',
        how: 'refuse',
      }));
    },
  });
}

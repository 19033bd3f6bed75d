import { inControl } from '../../platform/db/db.ts';
import { resealed, type SealedTexts } from '../../platform/sealed.ts';
import { keyIdOf } from '../../platform/secrets.ts';

export const sealedAt = (spaceId: string, id: string): string => `connections.connection:${spaceId}:${id}`;

/** The secrets of connections. */
export const sealedInConnections: SealedTexts = {
  space: ({ control, config }, spaceId, count) =>
    inControl(control, spaceId, async (tx) => {
      const rows = await tx
        .selectFrom('connections.connection')
        .select(['id', 'sealed'])
        .where('space_id', '=', spaceId)
        .where('sealed', 'is not', null)
        .execute();
      for (const { id, sealed } of rows) {
        const anew = resealed(config, sealedAt(spaceId, id), sealed, count);
        if (anew === undefined) continue;
        await tx
          .updateTable('connections.connection')
          .set({ sealed: anew, key_id: keyIdOf(config.secret) })
          .where('space_id', '=', spaceId)
          .where('id', '=', id)
          .where('sealed', '=', sealed)
          .execute();
      }
    }),
};

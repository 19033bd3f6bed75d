import { inControl } from '../../platform/db/db.ts';
import { resealed, type SealedTexts } from '../../platform/sealed.ts';

export const sealedAt = (spaceId: string, accountId: string): string => `profile.id_card:${spaceId}:${accountId}`;

/** Numbers of identity cards. */
export const sealedInProfiles: SealedTexts = {
  space: ({ control, config }, spaceId, count) =>
    inControl(control, spaceId, async (tx) => {
      const profiles = await tx
        .selectFrom('profile.profile')
        .select(['account_id', 'id_card'])
        .where('space_id', '=', spaceId)
        .where('id_card', 'is not', null)
        .execute();
      for (const { account_id, id_card } of profiles) {
        const anew = resealed(config, sealedAt(spaceId, account_id), id_card, count);
        if (anew === undefined) continue;
        await tx
          .updateTable('profile.profile')
          .set({ id_card: anew })
          .where('space_id', '=', spaceId)
          .where('account_id', '=', account_id)
          .where('id_card', '=', id_card)
          .execute();
      }
    }),
};

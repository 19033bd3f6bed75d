import { sql } from 'kysely';
import { inControl } from '../../platform/db/db.ts';
import { resealed, type SealedTexts } from '../../platform/sealed.ts';
import { madePlace, sentPlace } from './passwords.ts';

const sentPassword = sql<
  string | null
>`case jsonb_typeof(input->'body'->'password') when 'string' then input->'body'->>'password' end`;

/** Passwords in what waits for the reviewer, and those of accounts that a release made. */
export const sealedInReview: SealedTexts = {
  space: ({ control, config }, spaceId, count) =>
    inControl(control, spaceId, async (tx) => {
      const changes = await tx
        .selectFrom('review.change')
        .select(['id', 'password', sentPassword.as('sent')])
        .where('space_id', '=', spaceId)
        .where((eb) => eb.or([eb('password', 'is not', null), eb(sentPassword, 'is not', null)]))
        .execute();
      for (const { id, password, sent } of changes) {
        const made = resealed(config, madePlace({ spaceId }, id), password, count);
        if (made !== undefined)
          await tx
            .updateTable('review.change')
            .set({ password: made })
            .where('space_id', '=', spaceId)
            .where('id', '=', id)
            .where('password', '=', password)
            .execute();
        const anew = resealed(config, sentPlace({ spaceId }, id), sent, count);
        if (anew !== undefined)
          await tx
            .updateTable('review.change')
            .set({ input: sql`jsonb_set(input, '{body,password}', to_jsonb(${anew}::text))` })
            .where('space_id', '=', spaceId)
            .where('id', '=', id)
            .where(sentPassword, '=', sent)
            .execute();
      }
    }),
};

import type { SealedTexts } from '../../../platform/sealed.ts';
import { resealed } from '../../../platform/sealed.ts';
import { keyIdOf } from '../../../platform/secrets.ts';
import { sealedAt } from './two-step.ts';

/** The keys of second steps, and the hashes of recovery codes. */
export const sealedInIdentity: SealedTexts = {
  async installation({ control, config }, count) {
    const accounts = await control
      .selectFrom('identity.account')
      .select(['id', 'totp_secret', 'totp_pending'])
      .where((eb) => eb.or([eb('totp_secret', 'is not', null), eb('totp_pending', 'is not', null)]))
      .execute();
    for (const { id, ...row } of accounts)
      for (const column of ['totp_secret', 'totp_pending'] as const) {
        const anew = resealed(config, sealedAt(id), row[column], count);
        if (anew === undefined) continue;
        await control
          .updateTable('identity.account')
          .set({ [column]: anew })
          .where('id', '=', id)
          .where(column, '=', row[column])
          .execute();
      }
  },

  async hashes({ control, config }) {
    const keyId = keyIdOf(config.secret);
    // hashes from before keys had ids are of the only key there was
    if (config.secretOld.length === 0)
      await control.updateTable('identity.recovery_code').set({ key_id: keyId }).where('key_id', 'is', null).execute();
    const { count } = await control
      .selectFrom('identity.recovery_code')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('used_at', 'is', null)
      .where((eb) => eb.or([eb('key_id', 'is', null), eb('key_id', '<>', keyId)]))
      .executeTakeFirstOrThrow();
    return count;
  },
};

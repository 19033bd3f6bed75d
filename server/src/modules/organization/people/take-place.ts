import { handOverParts } from '@formwork/contract/organization/people.ts';
import type { TxCtx } from '../../../platform/context.ts';
import { record } from '../../../platform/events/events.ts';
import { startRun } from '../../../platform/runs/runs.ts';
import { handOverRun } from '../hand-over.ts';
import '../tables.ts';

/**
 * In the space of the transaction: somebody's to-dos, records and roles go to another account of the same person, behind the
 * call; with `place` department, post, superior and part-time positions as well, at once.
 */
export async function takePlace(
  ctx: TxCtx,
  { from, into, place }: { from: string; into: string; place: boolean },
): Promise<void> {
  if (place) {
    for (const table of [
      'organization.person',
      'organization.part_time',
      'organization.console_grant',
      'organization.delegated_admin',
    ] as const) {
      await ctx.tx.updateTable(table).set({ account_id: into }).where('account_id', '=', from).execute();
    }
    await record(ctx, 'organization.person.moved', { ids: [from, into], from, to: into });
  }
  await startRun(ctx, handOverRun, { from, to: into, parts: [...handOverParts] });
}

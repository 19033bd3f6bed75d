import type { TxCtx } from '../../platform/context.ts';

/** In the transaction that archives what runs: its schedules stay, and do nothing. */
export async function pauseSchedulesOf(
  { tx, spaceId }: Pick<TxCtx, 'tx' | 'spaceId'>,
  kind: string,
  id: string,
): Promise<void> {
  await tx
    .updateTable('schedules.schedule')
    .set({ paused: true, next_at: null, after_at: null })
    .where('space_id', '=', spaceId)
    .where('of_kind', '=', kind)
    .where('of_id', '=', id)
    .execute();
}

import type { Ctx } from '../../../platform/context.ts';
import { everySpace } from '../../../platform/jobs/jobs-retention.ts';
import type { PeriodicTask } from '../../../platform/jobs/jobs.ts';
import { spaceQuery, spaceSchema, type SpaceTx } from '../../../platform/db/space-data.ts';
import { prepared } from '../plan/columns.ts';

/** Whoever has not heard an answer sends the same command again; what it made the first time is the answer. */

/** What the command made, if it has come before. */
export async function madeBefore(ctx: Ctx, place: string, commandId: string | undefined): Promise<string | undefined> {
  if (commandId === undefined) return undefined;
  const { rows } = await spaceQuery<{ made: string }>(ctx.platform, {
    ...prepared(
      `select made from ${spaceSchema(ctx.spaceId)}.records_command where person = $1 and place = $2 and id = $3`,
    ),
    values: [ctx.user.id, place, commandId],
  });
  return rows[0]?.made;
}

/** Takes the command down in the transaction that carries it out, before anything else in it: the same one waits here, and is refused. */
export async function takeDown(
  tx: SpaceTx,
  ctx: Ctx,
  place: string,
  commandId: string | undefined,
  made: string,
): Promise<void> {
  if (commandId === undefined) return;
  await tx.query({
    ...prepared(`insert into ${tx.schema}.records_command (person, place, id, made) values ($1, $2, $3, $4)`),
    values: [ctx.user.id, place, commandId, made],
  });
}

/** Whether something failed because the same command was being carried out at that moment. */
export function cameTwice(error: unknown): boolean {
  return (error as { constraint?: string }).constraint === 'records_command_pkey';
}

export const dropOldCommands: PeriodicTask = {
  name: 'records.drop_old_commands',
  cron: '25 2 * * *',
  async run(platform) {
    for (const spaceId of await everySpace(platform))
      await spaceQuery(platform, {
        text: `delete from ${spaceSchema(spaceId)}.records_command where at < now() - interval '1 day'`,
      });
  },
};

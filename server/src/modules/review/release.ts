import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { reviewApi, RightsChange } from '@formwork/contract/review/api.ts';
import { sql, type Selectable } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { AppError, conflict } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import type { RightsRoute, Server } from '../../platform/http/http.ts';
import { directoryOf, mayStillCall } from '../organization/public.ts';
import { changeView, missing } from './changes.ts';
import { keptPassword, openedInput } from './passwords.ts';
import type { ChangeTable } from './tables.ts';

/** A release that was cut off in the middle is open again after this long. */
const releasingSeconds = 120;

/** Runs what was held back, in the name of who prepared it; what refuses it then is written down as its end. */
export function releaseWith(server: Server) {
  return async (ctx: Ctx, { params, body }: InputOf<typeof reviewApi.release>): Promise<RightsChange> => {
    const change = await claim(ctx, params.changeId);
    let result: unknown;
    try {
      const { endpoint, run } = server.rights.get(change.action)!;
      result = await run(await asPreparer(ctx, change, endpoint), openedInput(ctx, change));
    } catch (error) {
      if (!(error instanceof AppError)) {
        await settle(ctx, change, { state: 'waiting', reason: '', failure: null });
        throw error;
      }
      return changeView(ctx, await settle(ctx, change, { state: 'failed', reason: body.reason, failure: error.code }));
    }
    return changeView(
      ctx,
      await settle(ctx, change, {
        state: 'released',
        reason: body.reason,
        failure: null,
        ...keptPassword(ctx, change, result),
      }),
    );
  };
}

function claim(ctx: Ctx, id: string): Promise<Selectable<ChangeTable>> {
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const row = await tx
      .updateTable('review.change')
      .set({ state: 'releasing', decided_by: ctx.user.id, decided_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where((eb) =>
        eb.or([
          eb('state', '=', 'waiting'),
          eb.and([
            eb('state', '=', 'releasing'),
            eb('decided_at', '<', sql<Date>`now() - make_interval(secs => ${releasingSeconds})`),
          ]),
        ]),
      )
      .returningAll()
      .executeTakeFirst();
    if (!row) throw await missing({ ...ctx, tx }, id);
    return row;
  });
}

/** Whoever could not ask for it any more prepares it no more either. */
async function asPreparer(ctx: Ctx, change: Selectable<ChangeTable>, endpoint: RightsRoute['endpoint']): Promise<Ctx> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const person = directory.people.get(change.prepared_by);
  if (!person || person.disabled || !mayStillCall(directory, person, endpoint))
    throw conflict('review.change.preparer_gone');
  return { ...ctx, user: { ...ctx.user, id: person.id, name: person.name, login: person.login, role: person.role } };
}

function settle(
  ctx: Ctx,
  change: Selectable<ChangeTable>,
  to: {
    state: 'waiting' | 'released' | 'failed';
    reason: string;
    failure: string | null;
    password?: string | null;
    password_for?: string | null;
  },
): Promise<Selectable<ChangeTable>> {
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const row = await tx
      .updateTable('review.change')
      .set(to)
      .where('id', '=', change.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (to.state !== 'waiting')
      await record({ ...ctx, tx }, `review.change.${to.state}`, {
        id: row.id,
        action: row.action,
        name: row.subject,
        preparedBy: row.prepared_by,
        reason: to.reason,
        code: to.failure,
      });
    return row;
  });
}

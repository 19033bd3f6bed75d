import type { Endpoint } from '@formwork/contract/endpoint.ts';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db.ts';
import { record } from '../../platform/events.ts';
import { rightsKey, type CallInput, type Server } from '../../platform/http.ts';
import { newId } from '../../platform/ids.ts';
import './tables.ts';

/** Writes a call down instead of running it; what it is about is asked now, so that the reviewer sees what it was about when it was asked for. */
export async function prepareChange(server: Server, ctx: Ctx, endpoint: Endpoint, input: CallInput): Promise<string> {
  const action = rightsKey(endpoint);
  const subject = await server.rights.get(action)?.describe?.(ctx, input);
  const id = newId();
  await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    await tx
      .insertInto('review.change')
      .values({ space_id: ctx.spaceId, id, action, input: JSON.stringify(input), subject: subject?.name ?? '', before: JSON.stringify(subject?.before ?? null), prepared_by: ctx.user.id })
      .execute();
    await record({ ...ctx, tx }, 'review.change.prepared', { id, action, name: subject?.name ?? '' });
  });
  return id;
}

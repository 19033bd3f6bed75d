import type { Endpoint } from '@formwork/contract/endpoint.ts';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { record } from '../../platform/events/events.ts';
import { rightsKey, type CallInput, type Server } from '../../platform/http/http.ts';
import { newId } from '../../platform/ids.ts';
import { sealedInput } from './passwords.ts';
import './tables.ts';

/**
 * Writes a call down instead of running it; what it is about is asked now, so that the reviewer sees what it was about when it
 * was asked for. Answers undefined where nobody's rights would change: such a call runs at once.
 */
export async function prepareChange(
  server: Server,
  ctx: Ctx,
  endpoint: Endpoint,
  input: CallInput,
): Promise<string | undefined> {
  const action = rightsKey(endpoint);
  const subject = await server.rights.get(action)?.describe?.(ctx, input);
  if (subject === null) return undefined;
  const id = newId();
  const json = (value: unknown): string | null =>
    value === undefined || value === null ? null : JSON.stringify(value);
  await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    await tx
      .insertInto('review.change')
      .values({
        space_id: ctx.spaceId,
        id,
        action,
        input: JSON.stringify(sealedInput(ctx, id, input)),
        subject: subject?.name ?? '',
        before: JSON.stringify(subject?.before ?? null),
        after: json(subject?.after),
        prepared_by: ctx.user.id,
      })
      .execute();
    await record({ ...ctx, tx }, 'review.change.prepared', { id, action, name: subject?.name ?? '' });
  });
  return id;
}

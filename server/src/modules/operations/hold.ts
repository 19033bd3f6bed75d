import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { HeldInstallation, holdApi } from '@formwork/contract/operations/hold.ts';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db.ts';
import { conflict } from '../../platform/errors.ts';
import { record } from '../../platform/events.ts';
import { dropWaiting, endHold, whatWaits } from '../../platform/hold.ts';
import { everySpace } from '../../platform/jobs-retention.ts';
import { stepsDue } from '../workflow/public.ts';

export async function viewHold({ platform }: Ctx): Promise<HeldInstallation> {
  const { state } = platform.hold;
  if (!state) return { held: null, waiting: [] };
  const steps = await Promise.all((await everySpace(platform)).map((spaceId) => stepsDue(platform, spaceId)));
  const found = [...(await whatWaits(platform)), ...steps.flatMap((one) => (one ? [{ kind: 'step' as const, ...one }] : []))];
  const waiting = [...Map.groupBy(found, ({ kind }) => kind)].map(([kind, all]) => ({
    kind, count: all.reduce((sum, { count }) => sum + count, 0), since: new Date(Math.min(...all.map(({ since }) => since.getTime()))).toISOString(),
  }));
  return { held: { from: state.restoredFrom.toISOString(), restoredAt: state.restoredAt.toISOString() }, waiting };
}

export async function letGoOn(ctx: Ctx, { body }: InputOf<typeof holdApi.endHold>): Promise<null> {
  const { platform, spaceId } = ctx;
  const { state } = platform.hold;
  if (!state) throw conflict('operations.hold.not_held');
  if (body.drop) await dropWaiting(platform, state.restoredAt);
  await inControl(platform.control, spaceId, (tx) => record({ ...ctx, tx }, 'operations.hold.ended', { id: 'installation', dropped: body.drop }));
  await endHold(platform);
  return null;
}

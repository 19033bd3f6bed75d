import type { InputOf } from '@formwork/contract/endpoint.ts';
import { Returned, type HeldInstallation, type holdApi } from '@formwork/contract/operations/hold.ts';
import { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { conflict } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { dropWaiting, endHold, endHoldOf, whatReturned, whatWaits } from '../../platform/hold.ts';
import { everySpace } from '../../platform/jobs/jobs-retention.ts';
import type { Platform } from '../../platform/platform.ts';
import { spaceNames } from '../identity/public.ts';
import { stepsDue } from '../workflow/public.ts';

export async function viewHold({ platform }: Ctx): Promise<HeldInstallation> {
  const { state } = platform.hold;
  const single = [...platform.hold.spaces].filter(([, { restoring }]) => !restoring);
  if (!state && single.length === 0) return { held: null, waiting: [], spaces: [] };
  const returned = await whatReturned(platform);
  const names = await spaceNames(
    platform,
    single.map(([id]) => id),
  );
  return {
    held: state ? restored(state, returned.get(undefined)) : null,
    waiting: state ? await waitingIn(platform, await everySpace(platform)) : [],
    spaces: await Promise.all(
      single.map(async ([id, space]) => ({
        ...restored(space, returned.get(id)),
        id,
        name: names.get(id) ?? id,
        waiting: await waitingIn(platform, [id]),
      })),
    ),
  };
}

export async function letGoOn(ctx: Ctx, { body }: InputOf<typeof holdApi.endHold>): Promise<null> {
  const { platform, spaceId } = ctx;
  const one = body.spaceId;
  const state = one === undefined ? platform.hold.state : platform.hold.spaces.get(one);
  if (!state || ('restoring' in state && state.restoring)) throw conflict('operations.hold.not_held');
  if (body.drop)
    for (const id of one === undefined ? await everySpace(platform) : [one])
      await dropWaiting(platform, id, state.restoredAt);
  await inControl(platform.control, spaceId, (tx) =>
    record({ ...ctx, tx }, 'operations.hold.ended', { id: one ?? 'installation', dropped: body.drop }),
  );
  if (one === undefined) await endHold(platform);
  else if (!(await endHoldOf(platform, one))) throw conflict('operations.hold.not_held');
  return null;
}

function restored({ restoredFrom, restoredAt }: { restoredFrom: Date; restoredAt: Date }, returned: unknown) {
  return {
    from: restoredFrom.toISOString(),
    restoredAt: restoredAt.toISOString(),
    returned: z.array(Returned).parse(returned ?? []),
  };
}

async function waitingIn(platform: Platform, spaces: readonly string[]): Promise<HeldInstallation['waiting']> {
  const steps = await Promise.all(spaces.map((spaceId) => stepsDue(platform, spaceId)));
  const found = [
    ...(await whatWaits(platform, spaces)),
    ...steps.flatMap((one) => (one ? [{ kind: 'step' as const, ...one }] : [])),
  ];
  return [...Map.groupBy(found, ({ kind }) => kind)].map(([kind, all]) => ({
    kind,
    count: all.reduce((sum, { count }) => sum + count, 0),
    since: new Date(Math.min(...all.map(({ since }) => since.getTime()))).toISOString(),
  }));
}

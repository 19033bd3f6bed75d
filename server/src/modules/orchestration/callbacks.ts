import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { orchestrationApi } from '@formwork/contract/orchestration/api.ts';
import type { VisitorCtx } from '../../platform/context.ts';
import { inSpace } from '../../platform/db/space-data.ts';
import { notFound } from '../../platform/errors.ts';
import { takeTry } from '../../platform/http/rate-limit.ts';
import { isUuid, newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { isOneOf, keyedHash, keyedHashes } from '../../platform/secrets.ts';
import { asSystem, openSpaceName } from '../identity/public.ts';
import { deliver, waitNames, wakeAll } from './waits.ts';

const calls = { name: 'flows.callback', most: 120, seconds: 60 };

/** Where a run of a flow is answered from outside; behind it comes the id of the node. Nobody guesses it. */
export function callbackAddress({ config }: Platform, spaceId: string, run: string): string {
  const sign = keyedHash(config, 'flows.callback', `${spaceId}/${run}`);
  return `${config.publicUrl.replace(/\/$/, '')}/api/flow-callbacks/${spaceId}.${run}.${sign}`;
}

export async function takeCallback(
  visitor: VisitorCtx,
  { params, body }: InputOf<typeof orchestrationApi.callback>,
): Promise<{ taken: boolean }> {
  const { platform } = visitor;
  const [spaceId = '', run = '', sign = ''] = params.callbackToken.split('.');
  await takeTry(platform, calls, run);
  const fits =
    isUuid(run) &&
    /^[a-z0-9]{1,40}$/.test(spaceId) &&
    isOneOf(sign, keyedHashes(platform.config, 'flows.callback', `${spaceId}/${run}`)) &&
    (await openSpaceName(platform, spaceId)) !== undefined;
  if (!fits) throw notFound('flows.callback.not_found');
  const ctx = asSystem(platform, spaceId, 'flow callback');
  const woken = await inSpace(ctx, async (tx) => {
    const { rows } = await tx.query({
      text: `select 1 from ${tx.schema}.run where id = $1 and state in ('waiting', 'running', 'suspended')`,
      values: [run],
    });
    if (rows.length === 0) throw notFound('flows.callback.not_found');
    const match = `${run}/${params.flowNode}`;
    return {
      run: await deliver(tx, { id: newId(), name: waitNames.callback, match, payload: body ?? null, keep: true }),
    };
  });
  await wakeAll(platform, spaceId, [woken.run]);
  return { taken: woken.run !== undefined };
}

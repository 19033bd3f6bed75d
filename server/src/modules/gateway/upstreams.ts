import type { gatewayWatchApi, UpstreamHealth } from '@formwork/contract/gateway/watch-api.ts';
import type { ResponseOf } from '@formwork/contract/endpoint.ts';
import { inControl } from '../../platform/db/db.ts';
import { reader } from '../../platform/db/space-data.ts';
import type { Ctx } from '../../platform/context.ts';
import { findDefinitions } from '../definitions/public.ts';

interface Row {
  environment: string;
  api: string;
  target: string;
  url: string;
  state: UpstreamHealth['state'];
  failures: number;
  since: Date;
  seen_at: Date;
}

/** As gateways said within the last minutes: what is not served any more is nobody's upstream. */
export async function listUpstreams(ctx: Ctx): Promise<ResponseOf<typeof gatewayWatchApi.upstreams>> {
  const { schema, query } = reader(ctx);
  const { rows } = await query<Row>({
    text: `select * from ${schema}.gateway_upstream where seen_at > now() - interval '10 minutes' order by state <> 'well' desc, api, target limit 1000`,
  });
  const names = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const found = await findDefinitions(tx, 'gateway_api', [...new Set(rows.map(({ api }) => api))]);
    return new Map(found.map(({ id, name }) => [id, name.zh]));
  });
  return rows.map(({ seen_at, since, ...row }) => ({
    ...row,
    apiName: names.get(row.api) ?? '',
    since: since.toISOString(),
    seenAt: seen_at.toISOString(),
  }));
}

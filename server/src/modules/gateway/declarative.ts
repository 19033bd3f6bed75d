import type { gatewayApi } from '@formwork/contract/gateway/api.ts';
import type { GatewayApi } from '@formwork/contract/gateway/definition.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { stringify } from 'yaml';
import type { TxCtx } from '../../platform/context.ts';
import { releasedOf } from '../definitions/public.ts';
import { apisix } from './declarative/apisix.ts';
import { kong } from './declarative/kong.ts';
import type { Served } from './declarative/served.ts';

type Input = InputOf<typeof gatewayApi.declarative>;
type Answer = Promise<ResponseOf<typeof gatewayApi.declarative>>;

/** For who outgrows this gateway: what an environment serves, as the file of another one. What that one cannot do is named. */
export async function declarative(ctx: TxCtx, { query }: Input): Answer {
  const rows = await ctx.tx
    .selectFrom('gateway.live')
    .select(['api', 'number'])
    .where('space_id', '=', ctx.spaceId)
    .where('environment', '=', query.environment)
    .where('state', '<>', 'retired')
    .orderBy('base_path')
    .execute();
  const served: Served[] = [];
  for (const { api: id, number } of rows) {
    const released = await releasedOf<GatewayApi>(ctx.platform, ctx.spaceId, 'gateway_api', id, number);
    if (released) served.push({ id, name: released.name.zh, body: released.body });
  }
  const passed = served.filter(({ body }) => body.source.is === 'upstream');
  const base = `${ctx.platform.config.gatewayPath}/${ctx.spaceId}`;
  const made = (query.format === 'kong' ? kong : apisix)(base, passed);
  const left = served.flatMap(({ name: api, body }) =>
    body.source.is === 'upstream' ? made.left(body).map((what) => ({ api, what })) : [{ api, what: body.source.is }],
  );
  return { text: stringify(made.file) + (query.format === 'apisix' ? '#END\n' : ''), left };
}

import type { InputOf } from '@formwork/contract/endpoint.ts';
import { isValueOf, mostGlobals, type GlobalParameter } from '@formwork/contract/etl/parameter.ts';
import type { etlTasksApi } from '@formwork/contract/etl/task-api.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inSpace, spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { AppError, invalid } from '../../../platform/errors.ts';

type Input<K extends keyof typeof etlTasksApi> = InputOf<(typeof etlTasksApi)[K]>;

/** Parameters of the enterprise, by name. */
export async function readGlobals({
  platform,
  spaceId,
}: Pick<Ctx, 'platform' | 'spaceId'>): Promise<GlobalParameter[]> {
  const { rows } = await spaceQuery<GlobalParameter>(platform, {
    text: `select name, type, value from ${spaceSchema(spaceId)}.etl_parameter order by name`,
  });
  return rows;
}

/** Those that are named alone: what somebody else has set meanwhile stays. */
export async function setGlobals(
  ctx: Ctx,
  { body: { set, drop } }: Input<'setParameters'>,
): Promise<GlobalParameter[]> {
  const wrong = set.findIndex(({ type, value }) => !isValueOf(type, value));
  if (wrong !== -1)
    throw invalid('etl.parameter.wrong', [{ path: `set.${wrong}.value`, code: 'etl.parameter.wrong' }], {
      name: set[wrong]!.name,
      value: set[wrong]!.value.slice(0, 100),
    });
  const names = set.map(({ name }) => name);
  if (new Set(names).size < names.length) throw invalid('etl.parameter.twice');
  await inSpace(ctx, async (tx) => {
    const table = `${tx.schema}.etl_parameter`;
    if (drop.length > 0) await tx.query({ text: `delete from ${table} where name = any($1::text[])`, values: [drop] });
    if (set.length > 0)
      await tx.query({
        text: `insert into ${table} (name, type, value) select * from unnest($1::text[], $2::text[], $3::text[])
          on conflict (name) do update set type = excluded.type, value = excluded.value`,
        values: [names, set.map(({ type }) => type), set.map(({ value }) => value)],
      });
    const { rows } = await tx.query<{ count: string }>({ text: `select count(*) from ${table}`, values: [] });
    if (Number(rows[0]!.count) > mostGlobals) throw new AppError('etl.parameter.too_many', { most: mostGlobals });
    await tx.event('etl.parameters.set', 'parameters', { names, removed: drop });
  });
  return readGlobals(ctx);
}

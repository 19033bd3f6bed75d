import { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { reader } from '../../../platform/db/space-data.ts';
import type { RunName } from '../../../platform/runs/runs.ts';

export const checkName = { kind: 'assets.check', payload: z.object({ asset: z.number() }) } satisfies RunName<unknown>;

export async function isChecking(ctx: Ctx, asset: number): Promise<boolean> {
  const from = reader(ctx);
  const { rows } = await from.query({
    text: `select 1 from ${from.schema}.run where kind = $1 and state in ('waiting', 'running', 'suspended') and (payload ->> 'asset')::integer = $2 limit 1`,
    values: [checkName.kind, asset],
  });
  return rows.length > 0;
}

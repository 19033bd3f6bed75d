import { flowKind } from '@formwork/contract/orchestration/flow-kind.ts';
import { includesLevel, type DefinitionLevel } from '@formwork/contract/definitions/level.ts';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { reader } from '../../platform/db/space-data.ts';
import { AppError, forbidden, notFound } from '../../platform/errors.ts';
import type { RunScope } from '../../platform/runs/run-kinds.ts';
import { readRun } from '../../platform/runs/run-calls.ts';
import type { RunRow } from '../../platform/runs/run-rows.ts';
import { ownsAll, requireOn } from '../definitions/public.ts';
import { flowRun } from './run-name.ts';

/** All runs of a flow are for those who may use it; of others one sees those one began. */
export async function maySeeRuns(ctx: Ctx, { definition }: RunScope): Promise<boolean> {
  if (definition === null) return ownsAll(ctx.user);
  return (await levelOn(ctx, definition, 'use')) === 'yes';
}

/** Read with rights: one sees what one began, and acts on what one may use. */
export async function requireFlowRun(ctx: Ctx, id: string, level: DefinitionLevel): Promise<RunRow> {
  const row = await readRun(reader(ctx), id);
  if (!row || row.kind !== flowRun.kind || row.definition === null) throw notFound('flows.run.not_found');
  const may = await levelOn(ctx, row.definition, level);
  if (may === 'yes') return row;
  if (row.actor !== ctx.user.id && may === 'gone') throw notFound('flows.run.not_found');
  if (row.actor === ctx.user.id && !includesLevel('use', level)) throw forbidden();
  if (row.actor === ctx.user.id) return row;
  throw forbidden();
}

async function levelOn(ctx: Ctx, definition: string, level: DefinitionLevel): Promise<'yes' | 'no' | 'gone'> {
  try {
    await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
      requireOn({ ...ctx, tx }, flowKind.kind, definition, level, { archived: true }),
    );
    return 'yes';
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return error.status === 404 ? 'gone' : 'no';
    throw error;
  }
}

import type { ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import type { Ctx } from '../../../platform/context.ts';
import { designing, saveDefinition } from './definitions.ts';
import { release } from './releases.ts';

/** A process in use at once, of a form that has none yet, for what makes forms by itself. */
export async function releaseProcess(ctx: Ctx, formId: string, graph: ProcessGraph): Promise<void> {
  const params = { formId };
  await designing(saveDefinition)(ctx, { params, query: {}, body: { graph, expectedVersion: 0 } });
  await release(ctx, { params, query: {}, body: { expectedVersion: 1 } });
}

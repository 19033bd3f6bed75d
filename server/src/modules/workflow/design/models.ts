import { createHash } from 'node:crypto';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { workflowApi } from '@formwork/contract/workflow/api.ts';
import { exportBpmn } from '@formwork/process/bpmn/export.ts';
import { importBpmn } from '@formwork/process/bpmn/import.ts';
import { BpmnError } from '@formwork/process/bpmn/model.ts';
import type { TxCtx } from '../../../platform/context.ts';
import { notFound, refuse } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';

/** A BPMN model as a graph for the designer; the model itself is kept, since an export begins with it. */
export async function importModel(
  ctx: TxCtx,
  { params, body }: InputOf<typeof workflowApi.importModel>,
): Promise<ResponseOf<typeof workflowApi.importModel>> {
  const { graph, foreign } = await readable(() => importBpmn(body.xml));
  const source = createHash('sha256').update(body.xml).digest('hex');
  await ctx.tx
    .insertInto('workflow.model')
    .values({ space_id: ctx.spaceId, id: source, xml: body.xml, made_by: ctx.user.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await record(ctx, 'workflow.model.imported', { id: params.formId, source });
  return { graph: { ...graph, imported: { source, foreign } } };
}

export async function exportModel(
  ctx: TxCtx,
  { body }: InputOf<typeof workflowApi.exportModel>,
): Promise<{ xml: string }> {
  const source = body.graph.imported?.source;
  const row =
    source === undefined
      ? undefined
      : await ctx.tx.selectFrom('workflow.model').select('xml').where('id', '=', source).executeTakeFirst();
  if (source !== undefined && !row) throw notFound('workflow.bpmn.not_found');
  return { xml: await exportBpmn(body.graph, row?.xml) };
}

async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof BpmnError) throw refuse('workflow.bpmn.unreadable', { reason: error.message.slice(0, 200) });
    throw error;
  }
}

import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Definition, workflowApi } from '@formwork/contract/workflow/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Problem, ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import { mayBeEmpty } from '@formwork/process/may-be-empty.ts';
import { isGateway } from '@formwork/process/graph-index.ts';
import { problems } from '@formwork/process/problems.ts';
import { startingGraph } from '@formwork/process/starting-graph.ts';
import type { Ctx, TxCtx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { conflict } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import { releasedForm, type ReleasedForm } from '../../forms/public.ts';
import { directoryOf } from '../../organization/public.ts';
import { formFacts, otherForms } from './form-facts.ts';
import { personRefs } from '../rights/people.ts';

type Input<K extends keyof typeof workflowApi> = InputOf<(typeof workflowApi)[K]>;

/** A designer's call: the released form is read before the transaction opens, which then needs no second connection. */
export function designing<I extends { params: { formId: string } }, R>(
  work: (ctx: TxCtx, input: I, form: ReleasedForm) => Promise<R>,
): (ctx: Ctx, input: I) => Promise<R> {
  return async (ctx, input) => {
    const form = await releasedForm(ctx, input.params.formId);
    await directoryOf(ctx.platform, ctx.spaceId);
    return inControl(ctx.platform.control, ctx.spaceId, (tx) => work({ ...ctx, tx }, input, form));
  };
}

export async function getDefinition(ctx: TxCtx, { params }: Pick<Input<'definition'>, 'params'>): Promise<Definition> {
  const row = await ctx.tx
    .selectFrom('workflow.definition')
    .selectAll()
    .where('form_id', '=', params.formId)
    .executeTakeFirst();
  if (!row)
    return {
      formId: params.formId,
      graph: startingGraph(),
      version: 0,
      updatedAt: null,
      updatedBy: null,
      released: null,
    };
  const person = await personRefs(ctx);
  return {
    formId: row.form_id,
    graph: row.graph,
    version: row.version,
    updatedAt: row.saved_at.toISOString(),
    updatedBy: person(row.saved_by),
    released: row.released,
  };
}

export async function saveDefinition(ctx: TxCtx, { params, body }: Input<'saveDefinition'>): Promise<Definition> {
  const saved = {
    version: body.expectedVersion + 1,
    graph: JSON.stringify(body.graph),
    saved_by: ctx.user.id,
    saved_at: new Date(),
  };
  if (body.expectedVersion === 0) {
    await ctx.tx
      .insertInto('workflow.definition')
      .values({ ...saved, space_id: ctx.spaceId, form_id: params.formId, released: null })
      .execute();
  } else {
    const updated = await ctx.tx
      .updateTable('workflow.definition')
      .set(saved)
      .where('form_id', '=', params.formId)
      .where('version', '=', body.expectedVersion)
      .returning('version')
      .executeTakeFirst();
    if (!updated) throw conflict('workflow.definition.stale');
  }
  await record(ctx, 'workflow.definition.saved', { id: params.formId, version: saved.version });
  return getDefinition(ctx, { params });
}

export async function checkDefinition(ctx: Ctx, { params, body }: Input<'problems'>): Promise<Problem[]> {
  const form = await releasedForm(ctx, params.formId);
  return [
    ...problems(body.graph, formFacts(form.definition, await otherForms(ctx, body.graph))),
    ...cautions(body.graph, form.definition),
  ];
}

/** Conditions that an empty field leaves undecided: the process would stop there for its administrators. */
function cautions({ nodes, edges }: ProcessGraph, definition: FormDefinition): Problem[] {
  const stops = new Set(nodes.flatMap((node) => (isGateway(node) && !node.emptyOtherwise ? node.id : [])));
  return edges
    .filter(({ source, condition }) => stops.has(source) && condition !== undefined)
    .flatMap(({ id, source, condition }): Problem[] => {
      const fields = mayBeEmpty(definition, condition!);
      return fields.length === 0
        ? []
        : [{ code: 'workflow.problem.may_be_empty', level: 'warning', node: source, edge: id, data: { fields } }];
    });
}

import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Release, workflowApi } from '@formwork/contract/workflow/api.ts';
import { problems, type FormFacts } from '@formwork/process/problems.ts';
import type { Selectable } from 'kysely';
import type { Ctx, TxCtx } from '../../../platform/context.ts';
import { conflict, notFound, refuse } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import type { ReleasedForm } from '../../forms/public.ts';
import { designing } from './definitions.ts';
import { formFacts, otherForms } from './form-facts.ts';
import { personRefs, type PersonName } from '../rights/people.ts';
import { forgetCurrentRelease } from './released.ts';
import type { ReleaseTable } from '../tables.ts';

type Input<K extends keyof typeof workflowApi> = InputOf<(typeof workflowApi)[K]>;

export async function release(ctx: Ctx, input: Input<'release'>): Promise<Release> {
  // Read ahead, without a transaction; what is released is checked once more inside it.
  const drawn = await designing((tx) =>
    tx.tx
      .selectFrom('workflow.definition')
      .select('graph')
      .where('form_id', '=', input.params.formId)
      .executeTakeFirst(),
  )(ctx, input);
  const others = drawn ? await otherForms(ctx, drawn.graph) : new Map<string, FormFacts>();
  const done = await designing((tx, given: Input<'release'>, form) => publish(tx, given, form, others))(ctx, input);
  forgetCurrentRelease(ctx.platform, ctx.spaceId, input.params.formId);
  return done;
}

async function publish(
  ctx: TxCtx,
  { params, body }: Input<'release'>,
  form: ReleasedForm,
  others: Map<string, FormFacts>,
): Promise<Release> {
  // Held until the end: two people who release at once get two numbers.
  const definition = await ctx.tx
    .selectFrom('workflow.definition')
    .selectAll()
    .where('form_id', '=', params.formId)
    .forUpdate()
    .executeTakeFirst();
  if (!definition || definition.version !== body.expectedVersion) throw conflict('workflow.definition.stale');
  const found = problems(definition.graph, formFacts(form.definition, others));
  if (found.length > 0) throw refuse('workflow.definition.has_problems', { problems: found });

  const number = (definition.released ?? 0) + 1;
  await ctx.tx
    .insertInto('workflow.release')
    .values({
      space_id: ctx.spaceId,
      form_id: params.formId,
      number,
      graph: JSON.stringify(definition.graph),
      note: body.note ?? '',
      released_by: ctx.user.id,
    })
    .execute();
  await ctx.tx
    .updateTable('workflow.definition')
    .set({ released: number })
    .where('form_id', '=', params.formId)
    .execute();
  await record(ctx, 'workflow.definition.released', { id: params.formId, number });
  return (await listReleases(ctx, { params }))[0]!;
}

export async function listReleases(ctx: TxCtx, { params }: Pick<Input<'releases'>, 'params'>): Promise<Release[]> {
  const rows = await ctx.tx
    .selectFrom('workflow.release')
    .selectAll()
    .where('form_id', '=', params.formId)
    .orderBy('number', 'desc')
    .execute();
  const person = await personRefs(ctx);
  return rows.map((row) => releaseView(row, person));
}

export async function getRelease(ctx: TxCtx, { params }: Input<'releaseGraph'>) {
  const row = await ctx.tx
    .selectFrom('workflow.release')
    .selectAll()
    .where('form_id', '=', params.formId)
    .where('number', '=', params.number)
    .executeTakeFirst();
  if (!row) throw notFound('workflow.release.not_found');
  return { ...releaseView(row, await personRefs(ctx)), graph: row.graph };
}

function releaseView(row: Selectable<ReleaseTable>, person: PersonName): Release {
  return {
    number: row.number,
    note: row.note,
    releasedAt: row.released_at.toISOString(),
    releasedBy: person(row.released_by),
  };
}

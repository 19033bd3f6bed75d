import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { recordsApi } from '@formwork/contract/records/api.ts';
import type { Ctx } from '../../../platform/context.ts';
import { spaceQuery } from '../../../platform/db/space-data.ts';
import type { TextRow } from '../../../platform/db/text-query.ts';
import type { Rights } from '../../forms/public.ts';
import { heldBy } from '../rights/held.ts';
import { shownColumns } from '../rights/mask.ts';
import { planOf, textTypes, type FormPlan } from '../plan/plan.ts';
import { viewerOf } from '../rights/reach.ts';
import { reachSql } from '../rights/reach-sql.ts';
import { requireSomeRight, rightsFor } from '../rights/rights.ts';
import { titleFieldOf } from '../plan/title.ts';

/** How records are called, of those the person may see; a title that is hidden from them is empty. Who has no right on the form is not told that it exists. */
export async function recordTitles(
  ctx: Ctx,
  { params, query }: InputOf<typeof recordsApi.titles>,
): Promise<{ appId: string; titles: { id: string; title: string }[] }> {
  const plan = await planOf(ctx, params.formId);
  const rights = await rightsFor(plan, ctx);
  await requireSomeRight(plan, ctx, rights);
  return { appId: plan.form.appId, titles: await titlesOf(ctx, plan, rights, query.ids) };
}

/** The same for a person whose rights are known. */
export async function titlesOf(
  ctx: Ctx,
  plan: FormPlan,
  rights: Rights,
  ids: readonly string[],
): Promise<{ id: string; title: string }[]> {
  const viewer = await viewerOf(ctx);
  const field = titleFieldOf(plan.form.definition);
  const column = field && plan.byId.get(field.id);
  const values: unknown[] = [ids];
  const shown =
    column && shownColumns(plan, rights, viewer, (await heldBy(plan, ctx, rights)) === 'masked', values)(column);
  const seen =
    rights.view === 'all'
      ? 'true'
      : `(${reachSql(plan, rights.view, viewer, values)} or exists (select 1 from ${plan.schema}.records_grant g where g.record_id = r.id and g.user_id = $${values.push(ctx.user.id)}::uuid))`;
  const select = !column || !shown ? 'null' : shown === column ? column.select : shown.sql;
  const { rows } = await spaceQuery<TextRow>(ctx.platform, {
    text: `select r.id, ${select} from ${plan.table} r where r.id = any($1::uuid[]) and ${seen}`,
    values,
    rowMode: 'array',
    types: textTypes,
  });
  const spec = field && fieldTypeSpec(field.type);
  return rows.map(([id, text]) => ({
    id: id ?? '',
    title:
      text && column && spec
        ? spec.toText(column.value(text), field.config, { locale: ctx.locale, timeZone: plan.timeZone }).slice(0, 200)
        : '',
  }));
}

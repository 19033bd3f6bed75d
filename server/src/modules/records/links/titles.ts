import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { recordsApi } from '@formwork/contract/records/api.ts';
import type { Ctx } from '../../../platform/context.ts';
import { spaceQuery } from '../../../platform/space-data.ts';
import type { TextRow } from '../../../platform/text-query.ts';
import { heldBy } from '../held.ts';
import { shownColumns } from '../mask.ts';
import { planOf, textTypes } from '../plan.ts';
import { viewerOf } from '../reach.ts';
import { reachSql } from '../reach-sql.ts';
import { rightsFor } from '../rights.ts';
import { titleFieldOf } from '../title.ts';

/** How records are called, of those the person may see; a title that is hidden from them is empty. */
export async function recordTitles(ctx: Ctx, { params, query }: InputOf<typeof recordsApi.titles>): Promise<{ appId: string; titles: { id: string; title: string }[] }> {
  const { form } = await planOf(ctx, params.formId);
  return { appId: form.appId, titles: await titlesOf(ctx, params.formId, query.ids) };
}

async function titlesOf(ctx: Ctx, formId: string, ids: readonly string[]): Promise<{ id: string; title: string }[]> {
  const plan = await planOf(ctx, formId);
  const rights = await rightsFor(plan, ctx);
  const viewer = await viewerOf(ctx);
  const field = titleFieldOf(plan.form.definition);
  const column = field && plan.byId.get(field.id);
  const values: unknown[] = [ids];
  const shown = column && shownColumns(plan, rights, viewer, (await heldBy(plan, ctx, rights)) === 'masked', values)(column);
  const seen = rights.view === 'all' ? 'true' : `(${reachSql(plan, rights.view, viewer, values)} or exists (select 1 from ${plan.schema}.records_grant g where g.record_id = r.id and g.user_id = $${values.push(ctx.user.id)}::uuid))`;
  const select = !column || !shown ? 'null' : shown === column ? column.select : shown.sql;
  const { rows } = await spaceQuery<TextRow>(ctx.platform, { text: `select r.id, ${select} from ${plan.table} r where r.id = any($1::uuid[]) and ${seen}`, values, rowMode: 'array', types: textTypes });
  const spec = field && fieldTypeSpec(field.type);
  return rows.map(([id, text]) => ({ id: id ?? '', title: text && column && spec ? spec.toText(column.value(text), field.config, { locale: ctx.locale }).slice(0, 200) : '' }));
}

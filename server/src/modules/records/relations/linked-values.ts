import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { recordsApi } from '@formwork/contract/records/api.ts';
import type { Values } from '@formwork/contract/forms/values/value.ts';
import type { Ctx } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import { spaceQuery } from '../../../platform/db/space-data.ts';
import type { TextRow } from '../../../platform/db/text-query.ts';
import type { PlanColumn } from '../plan/columns.ts';
import { heldBy } from '../rights/held.ts';
import { shownColumns } from '../rights/mask.ts';
import { planOf, textTypes } from '../plan/plan.ts';
import { viewerOf } from '../rights/reach.ts';
import { requireSomeRight, rightsFor } from '../rights/rights.ts';
import { seenSql } from './check-relations.ts';
import { linksOf } from './form-links.ts';

/**
 * What a record would take from those that a relation names, before it is saved. Lookups are fields of this form and go by
 * its rules; what is filled in goes by those of the target, as the person would read it there.
 */
export async function linkedValues(
  ctx: Ctx,
  { params, body }: InputOf<typeof recordsApi.linked>,
): Promise<{ records: { id: string; lookups: Values; fill: Values }[] }> {
  const plan = await planOf(ctx, params.formId);
  const rights = await rightsFor(plan, ctx);
  await requireSomeRight(plan, ctx, rights);
  const relation = (await linksOf(ctx, plan)).relations.find(({ key }) => key === body.relation);
  if (!relation) throw notFound('records.record.not_found');
  const { target, slave, field } = relation;
  // no record stands behind it: what is hidden somewhere is not worked out here
  const hidden = new Set([
    ...(rights.fields?.newHidden ?? []),
    ...(rights.fields?.seen ?? []).flatMap(({ keys }) => [...keys]),
  ]);
  const lookups = relation.lookups.filter(({ id }) => !hidden.has(slave ? `${slave.id}.${id}` : id));
  const there = await planOf({ platform: ctx.platform, spaceId: ctx.spaceId }, target.form.formId);
  const theirs = await rightsFor(there, ctx);
  const values: unknown[] = [body.ids];
  const shown = shownColumns(
    there,
    theirs,
    await viewerOf(ctx),
    (await heldBy(there, ctx, theirs)) === 'masked',
    values,
  );
  const fills = (field.config.fill ?? []).flatMap(({ from, to }) => {
    const column = there.byId.get(from);
    return column ? [{ to, column }] : [];
  });
  const selects = [
    ...lookups.map(({ source }) => source.select),
    ...fills.map(({ column }) => selectOf(column, shown(column))),
  ];
  const { rows } = await spaceQuery<TextRow>(ctx.platform, {
    text: `select ${['r.id', ...selects].join(', ')} from ${there.table} r where r.id = any($1::uuid[]) and ${await seenSql(ctx, there, values)}`,
    values,
    rowMode: 'array',
    types: textTypes,
  });
  const read = (column: PlanColumn, text: string | null | undefined) =>
    text === null || text === undefined ? null : column.value(text);
  return {
    records: rows.map((row) => ({
      id: row[0] ?? '',
      lookups: Object.fromEntries(lookups.map(({ id, source }, index) => [id, read(source, row[index + 1])])),
      fill: Object.fromEntries(
        fills.map(({ to, column }, index) => [to, read(column, row[1 + lookups.length + index])]),
      ),
    })),
  };
}

/** A list stands in JSON where it is read, masked or not. */
function selectOf(column: PlanColumn, shown: PlanColumn): string {
  return shown === column
    ? column.select
    : column.select === column.sql
      ? shown.sql
      : column.select.replace(column.sql, () => shown.sql);
}

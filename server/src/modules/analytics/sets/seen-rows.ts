import type { DataSet } from '@formwork/contract/analytics/dataset.ts';
import type { SetKind } from '@formwork/contract/analytics/source.ts';
import type { ValueType } from '@formwork/contract/etl/columns.ts';
import type { Ctx } from '../../../platform/context.ts';
import { forbidden } from '../../../platform/errors.ts';
import type { Released } from '../../definitions/public.ts';
import { doubleQuoted } from '../../etl/public.ts';
import { truthNames } from '../../records/public.ts';
import type { SourceRows } from '../source-types.ts';
import { longNumbers } from './narrow-numbers.ts';
import { currentExtract, storedRows } from './refresh.ts';
import type { Sight } from './sight.ts';
import { bringRows, versionOfRows } from './stored-rows.ts';

/** Rows that a data set has read, as far as they are the caller's: the engine reads them where they lie. */
export async function seenRows(
  ctx: Ctx,
  { released, where }: Pick<Sight, 'where'> & { released: Released<DataSet> },
  fields: readonly string[],
): Promise<SourceRows> {
  const { platform } = ctx;
  const extract = await currentExtract(ctx, released);
  if (fields.some((id) => extract.gone.includes(id))) throw forbidden('analytics.field_unseen');
  const kinds = new Map(released.body.fields.map(({ id, kind }) => [id, kind]));
  const columns = fields.map((id) => {
    const kind = kinds.get(id) ?? 'text';
    const column = doubleQuoted(id);
    const { true: yes, false: no } = truthNames[ctx.locale];
    // a truth reads as it does in a form
    const shown = kind === 'boolean' ? `case ${column} when true then '${yes}' when false then '${no}' end` : column;
    return { type: types[kind], sql: shown };
  });
  const stored = storedRows(extract, released.body);
  const narrowed = where === undefined ? '' : ` where ${where}`;
  return {
    key: JSON.stringify([versionOfRows(stored), columns, narrowed]),
    columns: columns.map(({ type }) => ({ type, ids: false })),
    readAt: extract.readAt.toISOString(),
    ...(extract.error && { unread: true as const }),
    async fill(session, table, names) {
      const rows = await longNumbers(session, await bringRows(platform, session, stored, table));
      const shown = columns.map(({ sql }, place) => `${sql} as ${doubleQuoted(names[place]!)}`);
      await session.run(`create view ${doubleQuoted(table)} as select ${shown.join(', ')} from (${rows})${narrowed}`);
    },
  };
}

const types = {
  text: 'text',
  number: 'decimal',
  date: 'date',
  dateTime: 'timestamptz',
  boolean: 'text',
} as const satisfies Record<SetKind, ValueType>;

import type { ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import type { GatewayApi } from '@formwork/contract/gateway/definition.ts';
import { readNamedSql } from '@formwork/contract/gateway/named-sql.ts';
import type { AssetRead, AssetShape, FactColumn } from '../../platform/assets.ts';
import type { Platform } from '../../platform/platform.ts';
import { shapeOfSql } from '../../platform/sql/shape.ts';
import { assetOfChart } from '../analytics/public.ts';
import { releasedOf } from '../definitions/public.ts';
import { releasedForm } from '../forms/public.ts';

/** The fields of an API's answers: of a form its own, of statements what each answers. */
export async function assetOfApi(
  { source, operations }: GatewayApi,
  at: { platform: Platform; spaceId: string },
): Promise<AssetShape> {
  if (source.is === 'form' && source.form !== null) return ofForm(source.form, at, operations);
  if (source.is === 'chart' && source.chart !== null) return ofChart(source.chart, at);
  if (source.is !== 'sql' || source.connection === null)
    return { columns: [], reads: [], unread: source.is === 'mock' ? undefined : 'outside' };
  const columns: FactColumn[] = [];
  const reads: AssetRead[] = [];
  const whys: string[] = [];
  for (const { method, path, sql } of operations) {
    const name = `${method} ${path}`;
    const named = readNamedSql(sql);
    if (named.problem !== null) {
      whys.push(named.problem);
      continue;
    }
    let n = 0;
    const text = named.parts.map((part) => (typeof part === 'string' ? part : `$${(n += 1)}`)).join('');
    const shape = await shapeOfSql(at, text, source.connection);
    if (shape.unread !== undefined) whys.push(shape.unread);
    const place = (key: string): string => (key === '' ? '' : `${name} ${key}`);
    columns.push(
      ...shape.columns.map(({ key, title, type }) => ({
        key: place(key),
        title: { zh: `${name} / ${title.zh}` },
        type,
      })),
    );
    reads.push(...shape.reads.map(({ to, ...read }) => ({ ...read, to: place(to) })));
  }
  return { columns, reads, unread: whys[0] };
}

async function ofForm(
  form: string,
  at: { platform: Platform; spaceId: string },
  operations: GatewayApi['operations'],
): Promise<AssetShape> {
  const released = await releasedForm(at, form).catch(() => undefined);
  const fields = released?.definition.fields ?? [];
  const answers = operations.some(({ action }) => action === 'list' || action === 'get');
  const takes = operations.some(({ action }) => action === 'create' || action === 'update');
  return {
    columns: fields.map(({ id, title, type }) => ({ key: id, title, type })),
    reads: answers
      ? [
          { from: { kind: 'form', id: form, part: '' }, to: '', how: 'value' },
          ...fields.map(({ id }): AssetRead => ({ from: { kind: 'form', id: form, part: id }, to: id, how: 'value' })),
        ]
      : [],
    writes: takes ? [{ from: '', to: { kind: 'form', id: form, part: '' }, how: 'value' }] : [],
  };
}

/** What a chart shows, column by column. */
async function ofChart(chart: string, at: { platform: Platform; spaceId: string }): Promise<AssetShape> {
  const released = await releasedOf<ChartDefinition>(at.platform, at.spaceId, 'chart', chart);
  const columns = released ? (await assetOfChart(released.body, at)).columns : [];
  const from = (part: string): AssetRead['from'] => ({ kind: 'chart', id: chart, part });
  return {
    columns,
    reads: [
      { from: from(''), to: '', how: 'value' },
      ...columns.map(({ key }): AssetRead => ({ from: from(key), to: key, how: 'value' })),
    ],
  };
}

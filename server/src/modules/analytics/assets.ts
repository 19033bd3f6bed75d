import { comparisonsIn } from '@formwork/contract/condition/condition.ts';
import {
  isFigure,
  usesOf,
  type ChartDefinition,
  type Dashboard,
  type DashboardFilter,
} from '@formwork/contract/analytics/definition.ts';
import { joinedSources, partOfColumn, type DataSet } from '@formwork/contract/analytics/dataset.ts';
import { chartsOfElement, filtersOfScreen, type Screen } from '@formwork/contract/analytics/screen.ts';
import { setOfSource } from '@formwork/contract/analytics/source.ts';
import type { EtlTask } from '@formwork/contract/etl/task.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import type { AssetRead, AssetShape } from '../../platform/assets.ts';
import type { Platform } from '../../platform/platform.ts';
import { shapeOfSql, tableId } from '../../platform/sql/shape.ts';
import { releasedOf } from '../definitions/public.ts';
import { fileRef } from '../etl/public.ts';
import { releasedForm } from '../forms/public.ts';
import { basesOf } from './sets/row-sql.ts';

type At = { platform: Platform; spaceId: string };

/** What a chart draws, and the fields it is worked out from; keys group, conditions filter. */
export async function assetOfChart({ form, where, settings }: ChartDefinition, at: At): Promise<AssetShape> {
  if (form === null) return { columns: [], reads: [] };
  const fields = await fieldsOf(at, form);
  const uses = usesOf(settings);
  const read = (part: string, to: string, how: AssetRead['how']): AssetRead => ({ from: partOf(form, part), to, how });
  const grouped = uses.some(isFigure);
  return {
    columns: uses.map((use) => ({
      key: use.id,
      title: use.title ?? fields.get(use.field)?.title ?? { zh: use.field === '' ? use.id : use.field },
      type: use.calc ? 'number' : (use.fn ?? fields.get(use.field)?.type ?? 'number'),
    })),
    reads: [
      read('', '', 'value'),
      ...uses.flatMap((use): AssetRead[] => [
        ...(use.field === '' || use.calc ? [] : [read(use.field, use.id, 'value')]),
        ...(use.calc?.parts ?? []).map((part) => read(part.field, use.id, 'value')),
        ...(use.sort?.by === 'value' ? [read(use.field, '', 'sort')] : []),
        ...(grouped && !isFigure(use) ? [read(use.field, '', 'group')] : []),
      ]),
      ...(settings.drill ?? []).map(({ field }) => read(field, '', 'group')),
      ...(where ? comparisonsIn(where).map(({ field }) => read(field, '', 'filter')) : []),
    ],
  };
}

/** A dashboard shows charts; its filters narrow them. */
export function assetOfDashboard({ panels, filters }: Dashboard): AssetShape {
  return {
    columns: [],
    reads: [
      ...panels.flatMap((panel): AssetRead[] => (panel.is === 'chart' ? [ofChart(panel.chart)] : [])),
      ...readByFilters(filters),
    ],
  };
}

export function assetOfScreen({ elements }: Screen): AssetShape {
  const charts = elements.flatMap((element) => chartsOfElement(element).flatMap(({ chart }) => chart ?? []));
  return {
    columns: [],
    reads: [...[...new Set(charts)].map(ofChart), ...readByFilters(filtersOfScreen({ elements }))],
  };
}

function readByFilters(filters: readonly DashboardFilter[]): AssetRead[] {
  return filters.flatMap(({ form, field, same = [] }) =>
    [{ form, field }, ...same].map((one): AssetRead => ({ from: partOf(one.form, one.field), to: '', how: 'filter' })),
  );
}

/** What a data set reads: tables and charts by their columns, what lies in files nobody else knows. */
export async function assetOfSet({ source, fields }: DataSet, at: At): Promise<AssetShape> {
  const columns = fields.map(({ id, title, kind }) => ({ key: id, title, type: kind }));
  // a value that is worked out comes of the columns behind it
  const read = fields.flatMap((field) => basesOf(field, fields).map(({ column }) => ({ to: field.id, column })));
  const byName = new Map(fields.map(({ id, column }) => [column.toLowerCase(), id]));
  switch (source.is) {
    case 'chart':
      return { columns, reads: [ofChart(source.chart)] };
    case 'view':
      return { columns, reads: source.form === null ? [] : [{ from: partOf(source.form, ''), to: '', how: 'value' }] };
    case 'join': {
      const sources = new Map(joinedSources(source).map(({ as, of }) => [as, of]));
      const readPart = (part: string, field: string, to: string, how: AssetRead['how']): AssetRead[] => {
        const of = sources.get(part);
        return of === undefined ? [] : [{ from: partOf(of, field), to, how }];
      };
      return {
        columns,
        reads: [
          ...[...sources.keys()].flatMap((as) => readPart(as, '', '', 'value')),
          ...source.joins.flatMap(({ as, on }) =>
            on.flatMap(({ part, from, field }) => [
              ...readPart(part, from, '', 'filter'),
              ...readPart(as, field, '', 'filter'),
            ]),
          ),
          ...read.flatMap(({ to, column }) => {
            const { part, field } = partOfColumn(column);
            return readPart(part, field, to, 'value');
          }),
        ],
      };
    }
    case 'table': {
      if (source.connection === null) return { columns, reads: [], unread: 'blank' };
      const id = tableId(source.connection, source.schema, source.table);
      return {
        columns,
        reads: [
          { from: { kind: 'table', id, part: '' }, to: '', how: 'value' },
          ...read.map(({ to, column }): AssetRead => ({ from: { kind: 'table', id, part: column }, to, how: 'value' })),
        ],
      };
    }
    case 'sql': {
      if (source.connection === null) return { columns, reads: [], unread: 'blank' };
      const shape = await shapeOfSql(at, source.sql.replace(/(?<![:\w]):([a-z_]\w*)/gi, 'null'), source.connection);
      const named = new Map(shape.columns.map(({ key, title }) => [key, byName.get(title.zh.toLowerCase())]));
      return {
        columns,
        reads: shape.reads.flatMap((one) => {
          const to = one.to === '' ? '' : named.get(one.to);
          return to === undefined ? [] : [{ ...one, to }];
        }),
        unread: shape.unread,
      };
    }
    case 'task': {
      const task = await releasedOf<EtlTask>(at.platform, at.spaceId, 'etl_task', source.task);
      const isFile = task?.body.nodes.some(({ id, kind }) => id === source.node && kind === 'fileTarget');
      // a task has a column for each that arrives at one of its targets; a file that it writes has its own
      const from = (column: string): AssetRead['from'] =>
        isFile
          ? { kind: 'file', id: fileRef(source.task, source.node), part: column }
          : { kind: 'etl_task', id: source.task, part: column === '' ? '' : `${source.node}.${column}` };
      return {
        columns,
        reads: [
          { from: from(''), to: '', how: 'value' },
          ...read.map(({ to, column }): AssetRead => ({ from: from(column), to, how: 'value' })),
        ],
      };
    }
    default:
      return { columns, reads: [] };
  }
}

/** A field of a form or data set; what the system keeps of records is none by itself. */
function partOf(source: string, field: string): AssetRead['from'] {
  const set = setOfSource(source);
  const part = field.startsWith('_') ? '' : field;
  return set === undefined ? { kind: 'form', id: source, part } : { kind: 'dataset', id: set, part };
}

function ofChart(id: string): AssetRead {
  return { from: { kind: 'chart', id, part: '' }, to: '', how: 'value' };
}

interface KnownField {
  title: Field['title'];
  type: string;
}

async function fieldsOf(at: At, form: string): Promise<Map<string, KnownField>> {
  const set = setOfSource(form);
  if (set !== undefined) {
    const found = await releasedOf<DataSet>(at.platform, at.spaceId, 'dataset', set);
    return new Map((found?.body.fields ?? []).map(({ id, title, kind }) => [id, { title, type: kind }]));
  }
  const released = await releasedForm(at, form).catch(() => undefined);
  const { fields = [], tables = [] } = released?.definition ?? {};
  return new Map([
    ...fields.map((field): [string, Field] => [field.id, field]),
    ...tables.flatMap((table) => table.fields.map((field): [string, Field] => [`${table.id}.${field.id}`, field])),
  ]);
}

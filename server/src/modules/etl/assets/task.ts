import { isSource, isTarget, type EtlTask, type TargetNode, type TaskNode } from '@formwork/contract/etl/task.ts';
import { knowTask, upTo, type Known } from '@formwork/etl/graph.ts';
import type { AssetRead, AssetShape, AssetWrite, FactColumn, WrittenTable } from '../../../platform/assets.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fileRef } from './file-ref.ts';
import { givenOf } from '@formwork/etl/parameters.ts';
import { statementWith } from '../tasks/parameters.ts';
import { shapeOfSql, tableId } from '../../../platform/sql/shape.ts';
import { databasePlaces, type DatabasePlace } from '../../connections/public.ts';

/** `id` is that of the task. */
type Where = { platform: Platform; spaceId: string; id?: string };

/**
 * A task is the columns that arrive at its targets: what they come from, step by step back to the sources, and what they are
 * written to. Conditions, joins, groups and orders on the way weigh on all of them.
 */
export async function assetOfTask(task: EtlTask, where: Where): Promise<AssetShape> {
  const known = knowTask(task);
  const columns: FactColumn[] = [];
  const reads = new Map<string, AssetRead>();
  const writes: AssetWrite[] = [];
  const tables: WrittenTable[] = [];
  const whys: string[] = [];
  const places = task.nodes.some(({ kind }) => kind === 'tableTarget')
    ? await databasePlaces(where.platform, where.spaceId)
    : new Map<string, DatabasePlace>();
  const sources = new Map<string, SourceReads>();
  for (const node of task.nodes)
    if (isSource(node)) {
      const source = await readsOfSource(where, node, task);
      if (source.unread !== undefined) whys.push(source.unread);
      sources.set(node.id, source);
    }
  const add = (read: AssetRead): void => {
    reads.set(JSON.stringify(read), read);
  };
  for (const target of task.nodes.filter(isTarget)) {
    const at = known.get(target.id)!;
    const title = target.title === '' ? targetNames[target.kind] : { zh: target.title, en: target.title };
    for (const column of at.columns) {
      const key = `${target.id}.${column.name}`;
      const called = column.title ?? column.name;
      columns.push({ key, title: { zh: `${title.zh} / ${called}`, en: `${title.en} / ${called}` }, type: column.type });
      for (const [node, name] of originsOf(known, target.id, column.name))
        for (const from of sources.get(node)?.of(name) ?? []) add({ ...from, to: key });
    }
    for (const id of upTo(task, target.id)) {
      const step = known.get(id)!;
      for (const { node, column, how } of weighing(step))
        for (const [source, name] of originsOf(known, node, column))
          for (const { from } of sources.get(source)?.of(name) ?? []) add({ from, to: '', how });
      for (const read of sources.get(id)?.whole ?? []) add(read);
    }
    writes.push(...writesOf(target, at, where.id));
    if (target.kind !== 'tableTarget' || target.connection === null || target.table === '') continue;
    tables.push({
      connection: target.connection,
      place: [places.get(target.connection)?.name ?? '', target.schema].filter(Boolean).join(' / '),
      schema: target.schema,
      name: target.table,
      columns: at.columns.map(({ name, title: called, type }) => ({ key: name, title: { zh: called ?? name }, type })),
    });
  }
  return { columns, reads: [...reads.values()], writes, tables, unread: whys[0] };
}

/** What targets are called that nobody named, as their nodes are in the designer. */
const targetNames: Readonly<Record<TargetNode['kind'], { zh: string; en: string }>> = {
  formTarget: { zh: '写入表单', en: 'Into a form' },
  tableTarget: { zh: '写入数据库表', en: 'Into a table' },
  fileTarget: { zh: '写入文件', en: 'Into a file' },
};

interface SourceReads {
  of(column: string): { from: AssetRead['from']; how: AssetRead['how'] }[];
  whole: AssetRead[];
  unread?: string | undefined;
}

async function readsOfSource(where: Where, node: TaskNode, task: EtlTask): Promise<SourceReads> {
  switch (node.kind) {
    case 'formSource': {
      const { form } = node;
      if (form === null) break;
      const part = (name: string): string => (name.startsWith('_') ? '' : name);
      return {
        of: (name) => [{ from: { kind: 'form', id: form, part: part(name) }, how: 'value' }],
        whole: [{ from: { kind: 'form', id: form, part: '' }, to: '', how: 'value' }],
      };
    }
    case 'tableSource': {
      if (node.connection === null) break;
      const id = tableId(node.connection, node.schema, node.table);
      return {
        of: (name) => [{ from: { kind: 'table', id, part: name }, how: 'value' }],
        whole: [
          { from: { kind: 'table', id, part: '' }, to: '', how: 'value' },
          ...(node.watermark === ''
            ? []
            : [{ from: { kind: 'table', id, part: node.watermark }, to: '', how: 'filter' as const }]),
        ],
      };
    }
    case 'sqlSource': {
      if (node.connection === null) break;
      // which values it is given makes no difference to what it reads
      const sql = statementWith(node.sql, givenOf(task.parameters), 'postgres');
      const shape = await shapeOfSql(where, sql, node.connection);
      const named = new Map(shape.columns.map(({ key, title }) => [title.zh.toLowerCase(), key]));
      return {
        of: (name) =>
          shape.reads.flatMap(({ from, to, how }) =>
            to !== '' && to === named.get(name.toLowerCase()) ? [{ from, how }] : [],
          ),
        whole: shape.reads.filter(({ to }) => to === ''),
        unread: shape.unread,
      };
    }
    default:
  }
  return { of: () => [], whole: [], unread: unreadOf(node) };
}

/** Where files come from nobody knows; what lies behind an offer is another enterprise's. */
function unreadOf({ kind }: TaskNode): string | undefined {
  if (kind === 'fileSource') return undefined;
  return kind === 'exchangeSource' || kind === 'mqttSource' ? 'outside' : 'blank';
}

/** The columns of sources that a column at a node is worked out of. */
function originsOf(known: ReadonlyMap<string, Known>, node: string, column: string): [string, string][] {
  const found = new Map<string, [string, string]>();
  const met = new Set<string>();
  const walk = (at: string, name: string): void => {
    const key = `${at} ${name}`;
    if (met.has(key)) return;
    met.add(key);
    const step = known.get(at);
    if (!step) return;
    if (isSource(step.node)) {
      found.set(key, [at, name]);
      return;
    }
    for (const from of step.columns.find((one) => one.name === name)?.from ?? []) walk(from.node, from.column);
  };
  walk(node, column);
  return [...found.values()];
}

type Weighing = { node: string; column: string; how: AssetRead['how'] };

/** What decides which rows a node lets pass, and in which order. */
function weighing({ node, inputs }: Known): Weighing[] {
  const { main, other } = inputs;
  const at = (input: typeof main, names: readonly string[], how: AssetRead['how']): Weighing[] =>
    input
      ? names
          .filter((name) => input.columns.some((one) => one.name === name))
          .map((column) => ({ node: input.node.id, column, how }))
      : [];
  switch (node.kind) {
    case 'filter':
    case 'branch':
      return at(main, namesIn(node.expression, main), 'filter');
    case 'validate':
      return node.rules.flatMap(({ expression }) => at(main, namesIn(expression, main), 'filter'));
    case 'join':
    case 'lookup':
      return [
        ...at(
          main,
          node.keys.map(({ left }) => left),
          'join',
        ),
        ...at(
          other,
          node.keys.map(({ right }) => right),
          'join',
        ),
      ];
    case 'aggregate':
    case 'pivot':
      return at(main, node.keys, 'group');
    case 'dedupe':
      return [
        ...at(main, node.keys, 'group'),
        ...at(
          main,
          node.order.map(({ column }) => column),
          'sort',
        ),
      ];
    case 'sort':
      return at(
        main,
        node.order.map(({ column }) => column),
        'sort',
      );
    case 'window':
      return [
        ...at(main, node.keys, 'window'),
        ...at(
          main,
          node.order.map(({ column }) => column),
          'window',
        ),
      ];
    default:
      return [];
  }
}

/** Columns that an expression mentions, whichever language it is in: by their names as whole words. */
function namesIn(expression: string, input: { columns: readonly { name: string }[] } | undefined): string[] {
  const text = expression.replace(/'(?:[^']|'')*'/g, "''");
  const words = new Set(text.match(/"[^"]+"|[\p{L}_][\p{L}\p{N}_]*/gu)?.map((word) => word.replaceAll('"', '')) ?? []);
  return (input?.columns ?? []).flatMap(({ name }) =>
    words.has(name) || (/[^\p{L}\p{N}_]/u.test(name) && text.includes(name)) ? [name] : [],
  );
}

function writesOf(target: TaskNode, { columns }: Known, task: string | undefined): AssetWrite[] {
  if (target.kind === 'formTarget' && target.form !== null) {
    const { form } = target;
    return target.mapping.flatMap(({ column, field }): AssetWrite[] =>
      columns.some(({ name }) => name === column)
        ? [
            {
              from: `${target.id}.${column}`,
              to: { kind: 'form', id: form, part: field.startsWith('_') ? '' : field },
              how: 'value',
            },
          ]
        : [],
    );
  }
  if (target.kind === 'tableTarget' && target.connection !== null) {
    const id = tableId(target.connection, target.schema, target.table);
    return wholeInto({ kind: 'table', id }, target, columns);
  }
  if (target.kind === 'fileTarget' && task !== undefined)
    return wholeInto({ kind: 'file', id: fileRef(task, target.id) }, target, columns);
  return [];
}

function wholeInto(
  to: { kind: string; id: string },
  target: TaskNode,
  columns: readonly { name: string }[],
): AssetWrite[] {
  return [
    { from: '', to: { ...to, part: '' }, how: 'value' },
    ...columns.map(({ name }): AssetWrite => ({
      from: `${target.id}.${name}`,
      to: { ...to, part: name },
      how: 'value',
    })),
  ];
}

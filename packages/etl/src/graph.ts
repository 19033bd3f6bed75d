import type { DataColumn, ValueType } from '@formwork/contract/etl/columns.ts';
import { isOneOf } from '@formwork/contract/etl/one-of.ts';
import {
  changeColumn,
  isKeyed,
  isSource,
  isTarget,
  isWrittenDelimiter,
  isTopicFilter,
  messageFormats,
  takesOther,
  type EtlTask,
  type MessageFormat,
  type SourceNode,
  type TargetNode,
  type TaskNode,
} from '@formwork/contract/etl/task.ts';
import {
  kept,
  missing,
  type Input,
  type Inputs,
  type OutColumn,
  type Rule,
  type TaskProblem,
  type Written,
} from './model.ts';
import { isNumeric, numberFrom } from './numbers.ts';
import { calculate, convert, jsonPath, select, split, window } from './nodes/columns.ts';
import { branch, dedupe, filter, sample, sort, union, validate } from './nodes/rows.ts';
import { script } from './nodes/script.ts';
import { aggregate, join, lookup, pivot, unpivot } from './nodes/shape.ts';
import { givenOf, parameterProblems, type Given } from './parameters.ts';
import { literal, quoted, sqlType } from './sql.ts';

/** A node as it was worked out: columns, problems and SQL, and what it reads. */
export interface Known extends Written {
  node: TaskNode;
  inputs: Inputs;
}

const rules = {
  filter,
  branch,
  validate,
  sort,
  dedupe,
  sample,
  union,
  select,
  calculate,
  convert,
  split,
  jsonPath,
  window,
  script,
  join,
  lookup,
  aggregate,
  pivot,
  unpivot,
} as Record<string, Rule<never>>;

/** The name under which the rows of a node are read in SQL. */
export const rowsOf = (id: string): string => quoted(`n_${id}`);
/** Those of a branch that go one of its ways. */
export const rowsOfPort = (id: string, port: 'yes' | 'no'): string => quoted(`n_${id}_${port}`);
/** The table that a source is read into. */
export const sourceTable = (id: string): string => `s_${id}`;

/** Every node in an order in which each stands behind what it reads. */
export function knowTask(task: EtlTask): Map<string, Known> {
  const known = new Map<string, Known>();
  const parameters = givenOf(task.parameters);
  for (const node of inOrder(task)) known.set(node.id, knowNode(task, node, { known, parameters }));
  return known;
}

function knowNode(
  task: EtlTask,
  node: TaskNode,
  { known, parameters }: { known: ReadonlyMap<string, Known>; parameters: readonly Given[] },
): Known {
  const all = task.edges
    .filter(({ target }) => target === node.id)
    .flatMap((edge): Input[] => {
      const from = known.get(edge.source);
      if (!from) return [];
      const rows = edge.port === 'out' ? rowsOf(edge.source) : rowsOfPort(edge.source, edge.port);
      return [{ edge, node: from.node, rows, columns: from.columns, parameters }];
    });
  const inputs: Inputs = { all, main: all.find(({ edge }) => !edge.other), other: all.find(({ edge }) => edge.other) };
  if (isSource(node)) {
    const written = sourceOf(node);
    return { node, inputs, ...written, problems: [...written.problems, ...watermarkProblems(task, node)] };
  }
  const unfed: TaskProblem[] =
    all.length === 0 || (takesOther(node) && !inputs.main)
      ? [{ code: 'etl.problem.no_input', level: 'error', node: node.id }]
      : [];
  if (isTarget(node)) {
    const { main } = inputs;
    return {
      node,
      inputs,
      columns: kept(main),
      problems: [...unfed, ...targetProblems(node, main)],
      sql: `select * from ${main?.rows ?? '(select 1 where false)'}`,
    };
  }
  const written = (rules[node.kind] as unknown as Rule)(node, inputs);
  const leads = task.edges.some(({ source }) => source === node.id);
  const lost: TaskProblem[] = leads ? [] : [{ code: 'etl.problem.leads_nowhere', level: 'warning', node: node.id }];
  return { node, inputs, ...written, problems: [...unfed, ...written.problems, ...lost] };
}

function sourceOf(node: SourceNode): Written {
  const columns = node.columns.map((column): OutColumn => ({ ...column, from: [] }));
  const table = quoted(sourceTable(node.id));
  const problems = sourceProblems(node);
  if (!comesAsTexts(node)) return { columns, problems, sql: `select * from ${table}` };
  return { columns, problems, ...typedText(node.columns, table) };
}

/** The columns of a source that anything behind it names; undefined where all of them go on. */
export function columnsRead({ nodes, edges }: EtlTask, source: string): ReadonlySet<string> | undefined {
  const behind = edges.filter((edge) => edge.source === source).map(({ target }) => target);
  const picked = nodes.flatMap((node) => (behind.includes(node.id) && node.kind === 'select' ? [node.picks] : []));
  // a choice of nothing lets everything through
  if (picked.length === 0 || picked.length < behind.length || picked.some((picks) => picks.length === 0))
    return undefined;
  return new Set(picked.flat().map(({ column }) => column));
}

/** Sources of which a run may read only what came since the one before. */
export function hasWatermark(node: SourceNode): node is Extract<SourceNode, { watermark: string }> {
  return node.kind === 'tableSource' || node.kind === 'exchangeSource';
}

/**
 * Whether a run may read rows with the last watermark once more, so that those which came later with the same value are not missed: every
 * target behind tells rows by their keys, and one that comes twice is there once.
 */
export function readsLastAgain(task: EtlTask, source: string): boolean {
  const targets = targetsBehind(task, source);
  return (
    targets.length > 0 &&
    targets.every(
      (node) =>
        (node.kind === 'tableTarget' && isKeyed(node.mode)) || (node.kind === 'formTarget' && node.mode === 'upsert'),
    )
  );
}

const targetsBehind = (task: EtlTask, source: string): TargetNode[] =>
  task.nodes.filter(isTarget).filter(({ id }) => upTo(task, id).has(source));

/** Rows with the value of the last one would come twice, and so are left out: of a column that may have it again that is said. */
function watermarkProblems(task: EtlTask, node: SourceNode): TaskProblem[] {
  if (!hasWatermark(node) || node.watermark === '' || isUnique(node.columns, node.watermark)) return [];
  if (targetsBehind(task, node.id).length === 0 || readsLastAgain(task, node.id)) return [];
  return [{ code: 'etl.problem.watermark_equal', level: 'warning', node: node.id, data: { column: node.watermark } }];
}

function isUnique(columns: readonly DataColumn[], name: string): boolean {
  const keys = columns.filter(({ key }) => key === true);
  return keys.length === 1 && keys[0]!.name === name;
}

/** Files and messages whose values come as texts, with the number of their line; what is no value of its column is told by it. */
export function comesAsTexts(node: SourceNode): boolean {
  if (node.kind === 'mqttSource') return true;
  return node.kind === 'fileSource' && node.format !== 'json' && node.format !== 'parquet';
}

export const isMessages = <Format extends string>(node: {
  format: Format;
}): node is { format: Format & MessageFormat } => isOneOf(messageFormats, node.format);

export const lineColumn = '_line';
/** What is wrong with the whole row, in words; nothing where nothing is. */
export const flawColumn = '_flaw';

function typedText(columns: readonly DataColumn[], table: string): Pick<Written, 'sql' | 'rejects'> {
  const values = columns.map(({ name, type }) => ({ name, type, sql: fromText(name, type) }));
  const strict = values.filter(({ type }) => type !== 'text');
  const bad = strict.map(({ name, sql }) => `(trim(${quoted(name)}) <> '' and ${sql} is null)`);
  const chosen = values.map(({ name, sql }) => `${sql} as ${quoted(name)}`).join(', ') || '1';
  const flaw = quoted(flawColumn);
  const reasons = [
    flaw,
    ...strict.map(
      ({ name, type }, at) =>
        `case when ${bad[at]} then concat(${literal(`${name}: `)}, ${quoted(name)}, ${literal(` ≠ ${type}`)}) end`,
    ),
  ];
  const wrong = [`${flaw} is not null`, ...bad].join(' or ');
  return {
    sql: `select ${chosen} from ${table} where not coalesce(${wrong}, false)`,
    rejects: `select * exclude (${quoted(lineColumn)}, ${flaw}), concat(${quoted(lineColumn)}, '. ', concat_ws('; ', ${reasons.join(', ')})) as "_reason" from ${table} where ${wrong}`,
  };
}

function fromText(name: string, type: ValueType): string {
  const value = quoted(name);
  if (type === 'text') return value;
  const to = sqlType({ type });
  if (isNumeric(type)) return numberFrom(value, to);
  return `try_cast(nullif(trim(${value}), '') as ${to})`;
}

function sourceProblems(node: SourceNode): TaskProblem[] {
  const place = { level: 'error', node: node.id } as const;
  const chosen =
    node.kind === 'formSource'
      ? node.form !== null
      : node.kind === 'fileSource'
        ? node.file !== null || (node.connection !== null && node.fileName !== '')
        : node.kind === 'exchangeSource'
          ? node.request !== null
          : node.kind === 'mqttSource'
            ? node.connection !== null
            : node.connection !== null && (node.kind === 'tableSource' ? node.table !== '' : node.sql.trim() !== '');
  if (!chosen) return [{ code: 'etl.problem.source_blank', ...place }];
  if (node.kind === 'mqttSource' && !isTopicFilter(node.topic))
    return [{ code: 'etl.problem.topic_wrong', ...place, data: { topic: node.topic } }];
  if (node.kind === 'fileSource' && isMessages(node) && node.stream === '')
    return [{ code: 'etl.problem.stream_blank', ...place }];
  if (node.columns.length === 0) return [{ code: 'etl.problem.columns_unknown', ...place }];
  if (hasWatermark(node) && node.watermark !== '' && !node.columns.some(({ name }) => name === node.watermark))
    return [{ code: 'etl.problem.column_gone', ...place, data: { column: node.watermark } }];
  return [];
}

function targetProblems(node: TargetNode, main: Input | undefined): TaskProblem[] {
  const place = { level: 'error', node: node.id } as const;
  switch (node.kind) {
    case 'formTarget':
      if (node.form === null) return [{ code: 'etl.problem.target_blank', ...place }];
      return [
        ...(node.mapping.length === 0 ? [{ code: 'etl.problem.mapping_blank', ...place }] : []),
        ...(node.mode === 'upsert' && node.quick ? [{ code: 'etl.problem.quick_upsert', ...place }] : []),
        ...(node.mode === 'upsert' && !node.mapping.some(({ field }) => field === node.key)
          ? [{ code: 'etl.problem.key_unmapped', ...place }]
          : []),
        ...missing(
          node,
          main,
          node.mapping.map(({ id, column }) => [column, ['mapping', `#${id}`]]),
        ),
      ];
    case 'tableTarget':
      if (node.connection === null || node.table === '') return [{ code: 'etl.problem.target_blank', ...place }];
      return [
        ...(isKeyed(node.mode) && node.keys.length === 0 ? [{ code: 'etl.problem.keys_missing', ...place }] : []),
        ...missing(
          node,
          main,
          [...node.keys, ...(node.mode === 'changes' ? [changeColumn] : [])].map((key) => [key]),
        ),
      ];
    case 'fileTarget':
      return [
        ...(node.name.trim() === '' ? [{ code: 'etl.problem.target_blank', ...place }] : []),
        ...(node.format === 'csv' && !isWrittenDelimiter(node.delimiter)
          ? [{ code: 'etl.problem.delimiter_wrong', ...place }]
          : []),
      ];
  }
}

/** What is wrong with a task, node by node. */
export function taskProblems(task: EtlTask): TaskProblem[] {
  const known = knowTask(task);
  const whole: TaskProblem[] = [];
  if (!task.nodes.some(isSource)) whole.push({ code: 'etl.problem.no_source', level: 'error', node: '' });
  if (!task.nodes.some(isTarget)) whole.push({ code: 'etl.problem.no_target', level: 'error', node: '' });
  return [...whole, ...parameterProblems(task.parameters), ...[...known.values()].flatMap(({ problems }) => problems)];
}

/** The nodes that a node reads, itself the last. */
export function upTo(task: EtlTask, id: string): Set<string> {
  const found = new Set<string>();
  const walk = (at: string): void => {
    if (found.has(at)) return;
    for (const { source, target } of task.edges) if (target === at) walk(source);
    found.add(at);
  };
  walk(id);
  return found;
}

/** One statement that answers the rows of a node, out of the tables of its sources. */
export function sqlOf(task: EtlTask, id: string, known: ReadonlyMap<string, Known> = knowTask(task)): string {
  return sqlOver(task, id, `select ${shown(known.get(id)!)} from ${rowsOf(id)}`, known);
}

/** The same for the rows that a node takes out; undefined where it takes none. */
export function rejectsSql(
  task: EtlTask,
  id: string,
  known: ReadonlyMap<string, Known> = knowTask(task),
): string | undefined {
  const rejects = known.get(id)?.rejects;
  return rejects === undefined ? undefined : sqlOver(task, id, rejects, known);
}

/** Any statement over what a node reads, or several. */
export function sqlOver(
  task: EtlTask,
  id: string | readonly string[],
  statement: string,
  known: ReadonlyMap<string, Known> = knowTask(task),
): string {
  const needed = new Set((typeof id === 'string' ? [id] : id).flatMap((one) => [...upTo(task, one)]));
  const parts = inOrder(task)
    .filter((node) => needed.has(node.id))
    .flatMap((node) => {
      const own = `${rowsOf(node.id)} as (${known.get(node.id)!.sql})`;
      if (node.kind !== 'branch') return [own];
      return [
        own,
        ...(['yes', 'no'] as const).map(
          (port) =>
            `${rowsOfPort(node.id, port)} as (select * exclude ("_branch") from ${rowsOf(node.id)} where ${port === 'yes' ? '' : 'not '}"_branch")`,
        ),
      ];
    });
  return `with ${parts.join(',\n')}\n${statement}`;
}

const shown = ({ columns }: Known): string => columns.map(({ name }) => quoted(name)).join(', ') || '*';

function inOrder({ nodes, edges }: EtlTask): TaskNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const order: TaskNode[] = [];
  const seen = new Set<string>();
  const visit = (node: TaskNode): void => {
    if (seen.has(node.id)) return;
    seen.add(node.id);
    for (const { source, target } of edges) if (target === node.id && byId.has(source)) visit(byId.get(source)!);
    order.push(node);
  };
  for (const node of nodes) visit(node);
  return order;
}

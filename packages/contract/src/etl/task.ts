import { z } from 'zod';
import { shortId } from '../endpoint.ts';
import { DataColumn, ValueType } from './columns.ts';
import { shownText } from '../text.ts';
import { ToldWays } from './told.ts';
import { EtlParameter } from './parameter.ts';

/** A task: nodes that read, change and write rows, and the ways rows go between them. */

const ElementId = z.string().regex(/^[a-z][A-Za-z0-9]{0,31}$/);
const ColumnName = z.string().max(200);
const Columns = z.array(ColumnName).max(500);
/** A name of a schema or table over there. */
const PlaceName = z.string().max(200);
const StreamName = z.string().max(300);
const ConnectionId = z.uuid().nullable();

export const expressionLanguages = ['feel', 'sql'] as const;
/** FEEL over the columns by their names, or an expression of the engine's SQL. */
const Expression = { language: z.enum(expressionLanguages), expression: z.string().max(10_000) };

const Base = { id: ElementId, title: shownText().max(200), x: z.number(), y: z.number() };

/** Of a script. */
const longestCode = 60_000;

/** Lines that Singer taps and Airbyte sources write: records of streams, what they look like, and states. */
export const messageFormats = ['singer', 'airbyte'] as const;
export type MessageFormat = (typeof messageFormats)[number];
export const fileFormats = ['csv', 'json', 'parquet', 'excel', ...messageFormats] as const;
export const joinKinds = ['inner', 'left', 'right', 'full', 'semi', 'anti', 'cross'] as const;
export const aggregateFunctions = [
  'count',
  'countDistinct',
  'sum',
  'avg',
  'min',
  'max',
  'first',
  'last',
  'list',
] as const;
export const windowFunctions = [
  'rowNumber',
  'rank',
  'denseRank',
  'lag',
  'lead',
  'first',
  'last',
  'sum',
  'avg',
  'min',
  'max',
  'count',
] as const;
const AggregateFunction = z.enum(aggregateFunctions);
export type AggregateFunction = z.infer<typeof AggregateFunction>;
export type WindowFunction = (typeof windowFunctions)[number];

const SortBy = z.array(z.object({ id: ElementId, column: ColumnName, descending: z.boolean() })).max(50);
const Figure = z.object({ id: ElementId, name: ColumnName, fn: AggregateFunction, column: ColumnName });

export const messagePayloads = ['json', 'text'] as const;
/** What is known of every message, beside what is in it. */
export const topicColumn = '_topic';
export const receivedColumn = '_received';
export const payloadColumn = 'payload';

/** `+` stands for a level, `#` at the end for all that lies below. */
export function isTopicFilter(topic: string): boolean {
  const levels = topic.split('/');
  return (
    topic !== '' &&
    !topic.includes('\0') &&
    levels.every((level, at) => (level === '#' ? at === levels.length - 1 : level === '+' || !/[+#]/.test(level)))
  );
}

/** Columns of a source as they were when they were last looked at: everything behind it is known by them, without asking the source. */
const known = { columns: z.array(DataColumn).max(1_000) };

const sources = [
  z.object({ ...Base, kind: z.literal('formSource'), form: shortId.nullable(), ...known }),
  z.object({
    ...Base,
    kind: z.literal('tableSource'),
    connection: ConnectionId,
    schema: PlaceName,
    table: PlaceName,
    ...known,
    /**
     * Only rows whose value of this column lies above the last one of the run before, or at it where all targets tell rows by key; blank:
     * all rows every time.
     */
    watermark: ColumnName,
    /** What was added, changed and taken away since the run before, out of the log of the database; each row says which (`_change`). */
    changes: z.boolean().default(false),
  }),
  z.object({ ...Base, kind: z.literal('sqlSource'), connection: ConnectionId, sql: z.string().max(50_000), ...known }),
  z.object({
    ...Base,
    kind: z.literal('fileSource'),
    file: z.uuid().nullable(),
    /** Where it lies, in place of an uploaded one: it is read anew by each run, from the path `fileName`. */
    connection: ConnectionId.default(null),
    fileName: z.string().max(1_000),
    format: z.enum(fileFormats),
    /** Of CSV; blank is found out. */
    delimiter: z.string().max(4),
    encoding: z.string().max(40),
    header: z.boolean(),
    /** So many rows are the heads of the columns, as where cells of the first are merged. */
    headRows: z.int().min(1).max(5).default(1),
    /** Of a workbook; blank is the first. */
    sheet: z.string().max(100),
    /** Of messages: which of its streams, and those that it was known to have. */
    stream: StreamName.default(''),
    streams: z.array(StreamName).max(1_000).default([]),
    ...known,
  }),
  z.object({
    ...Base,
    kind: z.literal('exchangeSource'),
    /** What was asked for of another enterprise and approved. */
    request: z.uuid().nullable(),
    ...known,
    /** The column that the offer is ordered by, to get only what came since the run before; blank: all rows every time. */
    watermark: ColumnName,
  }),
  z.object({
    ...Base,
    kind: z.literal('mqttSource'),
    connection: ConnectionId,
    /** Which topics: `plant/+/level`, `plant/#`. */
    topic: z.string().max(1_000),
    /** A payload is an object or a list of them, whose names are columns; or it is a column by itself. */
    payload: z.enum(messagePayloads),
    /** A run takes so many messages at most, and ends once none came for so many seconds. */
    most: z.int().min(1).max(100_000),
    quiet: z.int().min(1).max(600),
    ...known,
  }),
] as const;

const transforms = [
  z.object({ ...Base, kind: z.literal('filter'), ...Expression }),
  z.object({
    ...Base,
    kind: z.literal('select'),
    /** Which columns go on, in this order and under these names; with none all do. */
    picks: z.array(z.object({ id: ElementId, column: ColumnName, name: ColumnName })).max(500),
  }),
  z.object({
    ...Base,
    kind: z.literal('calculate'),
    /** `type` is what SQL answers; what FEEL answers is known. */
    figures: z.array(z.object({ id: ElementId, name: ColumnName, ...Expression, type: ValueType })).max(200),
  }),
  z.object({
    ...Base,
    kind: z.literal('convert'),
    casts: z
      .array(
        z.object({
          id: ElementId,
          column: ColumnName,
          type: ValueType,
          /** How a date is written, as `%d.%m.%Y`. */
          format: z.string().max(60),
          onError: z.enum(['null', 'reject']),
        }),
      )
      .max(200),
  }),
  z.object({
    ...Base,
    kind: z.literal('join'),
    how: z.enum(joinKinds),
    keys: z.array(z.object({ id: ElementId, left: ColumnName, right: ColumnName })).max(20),
    /** In front of a name of the other side that is taken. */
    prefix: z.string().max(40),
  }),
  z.object({ ...Base, kind: z.literal('union'), distinct: z.boolean() }),
  z.object({ ...Base, kind: z.literal('aggregate'), keys: Columns, figures: z.array(Figure).max(100) }),
  z.object({
    ...Base,
    kind: z.literal('pivot'),
    keys: Columns,
    column: ColumnName,
    /** A column each: what is beside them is left out. */
    values: z.array(z.string().max(200)).max(200),
    fn: AggregateFunction,
    value: ColumnName,
  }),
  z.object({ ...Base, kind: z.literal('unpivot'), columns: Columns, nameTo: ColumnName, valueTo: ColumnName }),
  z.object({
    ...Base,
    kind: z.literal('window'),
    keys: Columns,
    order: SortBy,
    figures: z
      .array(
        z.object({
          id: ElementId,
          name: ColumnName,
          fn: z.enum(windowFunctions),
          column: ColumnName,
          offset: z.int().min(1).max(1_000_000),
        }),
      )
      .max(50),
  }),
  z.object({ ...Base, kind: z.literal('sort'), order: SortBy, limit: z.int().min(1).nullable() }),
  z.object({ ...Base, kind: z.literal('dedupe'), keys: Columns, order: SortBy }),
  z.object({
    ...Base,
    kind: z.literal('split'),
    column: ColumnName,
    separator: z.string().max(20),
    /** The columns its parts go into, the first part first. */
    names: Columns,
  }),
  z.object({
    ...Base,
    kind: z.literal('jsonPath'),
    column: ColumnName,
    paths: z.array(z.object({ id: ElementId, name: ColumnName, path: z.string().max(500), type: ValueType })).max(100),
  }),
  z.object({
    ...Base,
    kind: z.literal('lookup'),
    keys: z.array(z.object({ id: ElementId, left: ColumnName, right: ColumnName })).max(20),
    takes: z.array(z.object({ id: ElementId, column: ColumnName, name: ColumnName })).max(200),
  }),
  z.object({
    ...Base,
    kind: z.literal('validate'),
    rules: z.array(z.object({ id: ElementId, message: z.string().max(300), ...Expression })).max(100),
  }),
  z.object({
    ...Base,
    kind: z.literal('sample'),
    rows: z.int().min(1).max(10_000_000),
    seed: z.int().min(0).max(1_000_000),
  }),
  z.object({ ...Base, kind: z.literal('branch'), ...Expression }),
  z.object({
    ...Base,
    kind: z.literal('script'),
    /** JavaScript: the body of a function of `row`. It answers a row, a list of rows, or nothing, where the row goes no further. */
    code: z.string().max(longestCode),
    /** The columns of what it answers. */
    gives: z.array(z.object({ id: ElementId, name: ColumnName, type: ValueType })).max(200),
  }),
] as const;

export const formModes = ['create', 'upsert'] as const;
/**
 * `mirror` changes rows by key, adds others and takes those away that did not come; `history` keeps what a row was before, with
 * `valid_from` and `valid_to` (slowly changing, type 2).
 */
export const tableModes = ['append', 'replace', 'upsert', 'mirror', 'history', 'changes', 'create'] as const;
/**
 * Of rows out of a change log: `upsert`, `delete`, or `truncate` where everything that was there before is void. The mode `changes` does
 * with a table what it says.
 */
export const changeColumn = '_change';
export type TableMode = (typeof tableModes)[number];
/** Modes that tell rows by their keys. */
export const isKeyed = (mode: TableMode): boolean => mode !== 'append' && mode !== 'replace' && mode !== 'create';
export const targetFormats = ['csv', 'parquet', 'json', 'excel', 'duckdb', 'sqlite', ...messageFormats] as const;
/** In which a text is written; the marks at its beginning tell older programs what it is. */
export const targetEncodings = ['utf-8', 'utf-8-bom', 'gb18030', 'utf-16le'] as const;
export type TargetEncoding = (typeof targetEncodings)[number];
/** What parts the values of a text: one sign, and none that a value or a line is told by. */
export const isDelimiter = (sign: string): boolean => /^[^"\r\n]$/.test(sign);
/** Texts are written with fewer signs than they are read with: those of ASCII that one sees, and the tab. */
export const isWrittenDelimiter = (sign: string): boolean => /^[\t\x20-\x7e]$/.test(sign) && isDelimiter(sign);

export const leastPortion = 100;
export const mostPortion = 10_000_000;
const portioned: readonly TableMode[] = ['append', 'upsert'];
/** Whether rows may be written portion by portion: what replaces or takes away others is there whole or not at all. */
export const mayPortion = (mode: TableMode): boolean => portioned.includes(mode);

const targets = [
  z.object({
    ...Base,
    kind: z.literal('formTarget'),
    form: shortId.nullable(),
    mode: z.enum(formModes),
    /**
     * New records without what the form and its rules ask of them, and without the events that begin something. Types, unique values,
     * numbers and the rights of who runs it hold all the same. Whoever releases it may design forms.
     */
    quick: z.boolean().default(false),
    /** The field that tells which record a row belongs to. */
    key: z.string().max(60),
    mapping: z.array(z.object({ id: ElementId, column: ColumnName, field: z.string().max(60) })).max(500),
  }),
  z.object({
    ...Base,
    kind: z.literal('tableTarget'),
    connection: ConnectionId,
    schema: PlaceName,
    table: PlaceName,
    mode: z.enum(tableModes),
    keys: Columns,
    /**
     * So many rows at a time, each portion for good once it is written: a run that ends early goes on behind it, and what is written
     * stays. Null: all of them or none. Of modes that add or change.
     */
    portion: z.int().min(leastPortion).max(mostPortion).nullable().default(null),
  }),
  z.object({
    ...Base,
    kind: z.literal('fileTarget'),
    /** Where it goes; null: it is kept with the run. */
    connection: ConnectionId.default(null),
    format: z.enum(targetFormats),
    /** Without its ending, there with its folders; `{date}` is the day of the run. */
    name: shownText().max(200),
    /** Of CSV. */
    delimiter: z.string().max(1).default(','),
    encoding: z.enum(targetEncodings).default('utf-8'),
    header: z.boolean().default(true),
    /** What its rows are called within it, where that asks for a name: the stream of messages, the table of a database. */
    rowsName: z.string().max(100).default(''),
    /** What was read of a large table is kept until the file is there, and a run that is broken off goes on behind it: it takes longer. */
    resumes: z.boolean().default(false),
  }),
] as const;

export const TaskNode = z.discriminatedUnion('kind', [...sources, ...transforms, ...targets]);
export type TaskNode = z.infer<typeof TaskNode>;
/** As it may be given: what newer versions added is left out. */
export type GivenTaskNode = z.input<typeof TaskNode>;
export type TaskNodeKind = TaskNode['kind'];
export type TaskNodeOf<K extends TaskNodeKind> = Extract<TaskNode, { kind: K }>;

/** Which rows of a node go this way: all of them, or of a branch those of which its condition is true or not. */
export const edgePorts = ['out', 'yes', 'no'] as const;
export const TaskEdge = z.object({
  id: ElementId,
  source: ElementId,
  target: ElementId,
  port: z.enum(edgePorts),
  /** Of a join or a lookup: the rows that are joined to the others. */
  other: z.boolean(),
});
export type TaskEdge = z.infer<typeof TaskEdge>;

/**
 * A column that has gone or is of another type ends the run (`refuse`); new ones are taken along besides, up to tables, which get them
 * (`add`); or what has gone is blank and what is new stays out (`ignore`).
 */
export const changedSchemas = ['refuse', 'add', 'ignore'] as const;

export const contractWays = ['ignore', 'warn', 'hold'] as const;

export const TaskSettings = z.object({
  /** A run ends at the first row that is rejected, or keeps it and goes on until there are too many. */
  rejects: z.enum(['keep', 'stop']),
  mostRejected: z.int().min(1).max(10_000_000).nullable(),
  /** What becomes of a source whose columns are others than those known. */
  changedSchema: z.enum(changedSchemas),
  /** What becomes of a run while something it reads does not keep its contract: nothing, it is said, or the run waits. */
  contracts: z.enum(contractWays).default('ignore'),
  /** How often a run that failed is tried again, and after how many seconds for the first time; twice as many each time after. */
  retries: z.int().min(0).max(10),
  retryAfter: z.int().min(1).max(3_600),
  /** Minutes after which a run is ended; null: never. */
  timeout: z.int().min(1).max(10_000).nullable(),
  priority: z.int().min(0).max(9),
  /** Who gets a message when a run failed. */
  notify: z.array(z.uuid()).max(50),
  ways: ToldWays,
});
export type TaskSettings = z.infer<typeof TaskSettings>;

export const EtlTask = z.object({
  nodes: z.array(TaskNode).max(500),
  edges: z.array(TaskEdge).max(2_000),
  settings: TaskSettings,
  /** What its expressions, statements and file names may read; whoever runs it may give other values. */
  parameters: z.array(EtlParameter).max(50).default([]),
});
export type EtlTask = z.infer<typeof EtlTask>;

export const emptyTask = (): EtlTask => ({
  nodes: [],
  edges: [],
  settings: {
    rejects: 'keep',
    mostRejected: null,
    changedSchema: 'refuse',
    contracts: 'ignore',
    retries: 0,
    retryAfter: 30,
    timeout: null,
    priority: 0,
    notify: [],
    ways: ['message'],
  },
  parameters: [],
});

export const sourceKinds = [
  'formSource',
  'tableSource',
  'sqlSource',
  'fileSource',
  'exchangeSource',
  'mqttSource',
] as const;
export const targetKinds = ['formTarget', 'tableTarget', 'fileTarget'] as const;
export type SourceNode = TaskNodeOf<(typeof sourceKinds)[number]>;
export type TargetNode = TaskNodeOf<(typeof targetKinds)[number]>;

export function isSource(node: TaskNode): node is SourceNode {
  return (sourceKinds as readonly string[]).includes(node.kind);
}

export function isTarget(node: TaskNode): node is TargetNode {
  return (targetKinds as readonly string[]).includes(node.kind);
}

/** Nodes that join the rows of a second way to those of the first. */
export function takesOther({ kind }: Pick<TaskNode, 'kind'>): boolean {
  return kind === 'join' || kind === 'lookup';
}

/** No edge without its nodes, none in a circle, one way into what takes one, one of two ways the other. Twice is the same as once. */
export function settleTask(task: EtlTask): EtlTask {
  const nodes = uniqueById(task.nodes);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const incoming = new Map<string, TaskEdge[]>();
  const edges: TaskEdge[] = [];
  for (const edge of uniqueById(task.edges)) {
    const [source, target] = [byId.get(edge.source), byId.get(edge.target)];
    if (!source || !target || isTarget(source) || isSource(target)) continue;
    const into = incoming.get(target.id) ?? [];
    const port: TaskEdge['port'] = source.kind === 'branch' ? (edge.port === 'out' ? 'yes' : edge.port) : 'out';
    if (into.some((one) => one.source === edge.source && one.port === port)) continue;
    if (target.kind !== 'union' && into.length >= (takesOther(target) ? 2 : 1)) continue;
    if (reaches(edges, target.id, source.id)) continue;
    const other = takesOther(target) && (into.length === 0 ? edge.other : !into[0]!.other);
    const settled = port === edge.port && other === edge.other ? edge : { ...edge, port, other };
    edges.push(settled);
    incoming.set(target.id, [...into, settled]);
  }
  const parameters = uniqueById(task.parameters);
  const same =
    nodes.length === task.nodes.length &&
    parameters.length === task.parameters.length &&
    edges.length === task.edges.length &&
    edges.every((edge, at) => edge === task.edges[at]);
  return same ? task : { ...task, nodes, edges, parameters };
}

function reaches(edges: readonly TaskEdge[], from: string, to: string): boolean {
  if (from === to) return true;
  return edges.some(({ source, target }) => source === from && reaches(edges, target, to));
}

function uniqueById<One extends { id: string }>(list: readonly One[]): One[] {
  return [...new Map(list.map((one) => [one.id, one])).values()];
}

import { z } from 'zod';
import { endpoint, uuid } from '../endpoint.ts';
import { nameText } from '../text.ts';
import { DataColumn } from './columns.ts';

/** The id of a connection, or the platform's own forms. */
const Source = z.union([uuid, z.literal('forms')]);
const ofSource = z.object({ source: Source });
const TableQuery = z.object({ schema: z.string().max(200).default(''), table: z.string().min(1).max(400) });

/** Rows that a statement shows at most. */
export const mostShownRows = 10_000;
/** A profile is of so many rows at most, the first that the source hands out. */
export const mostProfiledRows = 100_000;

export const SourceView = z.object({ id: Source, name: z.string(), kind: z.string() });
export type SourceView = z.infer<typeof SourceView>;

export const TableView = z.object({
  schema: z.string(),
  name: z.string(),
  title: z.string().optional(),
  kind: z.enum(['table', 'view', 'file', 'form']),
  rows: z.number().nullable(),
  bytes: z.number().nullable(),
});
export type TableView = z.infer<typeof TableView>;

export const ShownRows = z.object({
  columns: z.array(DataColumn),
  rows: z.array(z.array(z.string().nullable())),
  cut: z.enum(['rows', 'bytes']).nullable(),
  ms: z.int(),
});
export type ShownRows = z.infer<typeof ShownRows>;

const Share = z.object({ value: z.string(), count: z.int() });

export const ColumnProfile = z.object({
  column: DataColumn,
  nulls: z.int(),
  distinct: z.int(),
  min: z.string().nullable(),
  max: z.string().nullable(),
  mean: z.string().nullable(),
  /** At 5, 25, 50, 75 and 95 of a hundred. */
  quantiles: z.array(z.string()),
  /** Of numbers and moments: stretches of equal width. */
  histogram: z.array(z.object({ from: z.string(), to: z.string(), count: z.int() })),
  /** The most frequent values. */
  values: z.array(Share),
  /** Of texts: how they are built, `Aa9` for letters and digits. */
  patterns: z.array(Share),
});
export type ColumnProfile = z.infer<typeof ColumnProfile>;

export const TableProfile = z.object({
  /** How many rows it is of. */
  rows: z.int(),
  /** Whether the table has more. */
  partial: z.boolean(),
  columns: z.array(ColumnProfile),
});
export type TableProfile = z.infer<typeof TableProfile>;

/** As definitions name one that is kept. */
export const keptQuery = 'etl_query';

/** A statement that was run, or kept under a name. */
export const KeptQuery = z.object({
  id: uuid,
  source: Source,
  name: z.string().nullable(),
  sql: z.string(),
  /** Each other text under a name is the next. */
  version: z.int(),
  at: z.iso.datetime(),
  ms: z.int().nullable(),
  rows: z.int().nullable(),
  /** The code of its refusal. */
  error: z.string().nullable(),
});
export type KeptQuery = z.infer<typeof KeptQuery>;

const Sql = z.string().trim().min(1).max(100_000);

export const QueryName = z.object({ source: Source, name: nameText().min(1).max(100), sql: Sql });
export type QueryName = z.infer<typeof QueryName>;

/** What a statement that something refers to is by now. */
const QueryVersion = z.object({
  id: uuid,
  name: z.string(),
  version: z.int(),
  /** Of an own one; those of others are theirs to show. */
  sql: z.string().nullable(),
});

export const explorerApi = {
  sources: endpoint({
    method: 'GET',
    path: '/etl/sources',
    permission: 'etl.source.read',
    summary: 'Sources of data that the caller may use: connections, and the own forms.',
    response: z.array(SourceView),
  }),
  schemas: endpoint({
    method: 'GET',
    path: '/etl/sources/:source/schemas',
    permission: 'etl.source.read',
    summary: 'The schemas of a source; one without a name where it has none.',
    params: ofSource,
    response: z.array(z.string()),
  }),
  tables: endpoint({
    method: 'GET',
    path: '/etl/sources/:source/tables',
    permission: 'etl.source.read',
    summary: 'Tables, views, files or forms of a schema.',
    params: ofSource,
    query: z.object({ schema: z.string().max(200).default(''), search: z.string().trim().max(100).optional() }),
    response: z.array(TableView),
  }),
  columns: endpoint({
    method: 'GET',
    path: '/etl/sources/:source/columns',
    permission: 'etl.source.read',
    summary: 'The columns of a table.',
    params: ofSource,
    query: TableQuery,
    response: z.array(DataColumn),
  }),
  sample: endpoint({
    method: 'GET',
    path: '/etl/sources/:source/sample',
    permission: 'etl.source.read',
    summary: 'The first rows of a table.',
    params: ofSource,
    query: TableQuery.extend({ limit: z.number().int().min(1).max(1_000).default(100) }),
    response: ShownRows,
  }),
  profile: endpoint({
    method: 'GET',
    path: '/etl/sources/:source/profile',
    permission: 'etl.source.read',
    summary:
      'What the columns of a table hold: empty, distinct, least and greatest values, quantiles, histogram, patterns.',
    params: ofSource,
    query: TableQuery,
    response: TableProfile,
  }),
  run: endpoint({
    method: 'POST',
    path: '/etl/sources/:source/queries',
    permission: 'etl.source.read',
    summary: 'Runs one SELECT, read only and within limits; it joins the own history.',
    params: ofSource,
    body: z.object({ sql: Sql, limit: z.int().min(1).max(mostShownRows).default(1_000) }),
    response: ShownRows,
  }),
  queries: endpoint({
    method: 'GET',
    path: '/etl/queries',
    permission: 'etl.source.read',
    summary: 'Own statements: the last hundred that were run, or those kept under a name.',
    query: z.object({ kept: z.boolean().default(false), source: Source.optional() }),
    response: z.array(KeptQuery),
  }),
  queryVersions: endpoint({
    method: 'GET',
    path: '/etl/query-versions',
    permission: 'etl.source.read',
    summary: 'In which version kept statements are by now; those that are gone are left out.',
    query: z.object({ ids: z.string().regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,199}$/) }),
    response: z.array(QueryVersion),
  }),
  keepQuery: endpoint({
    method: 'POST',
    path: '/etl/queries',
    permission: 'etl.source.read',
    summary: 'Keeps a statement under a name; one of the same name is replaced.',
    body: QueryName,
    response: KeptQuery,
  }),
  dropQuery: endpoint({
    method: 'DELETE',
    path: '/etl/queries/:queryId',
    permission: 'etl.source.read',
    summary: 'Removes an own statement from the history or from those kept.',
    params: z.object({ queryId: uuid }),
    response: z.null(),
  }),
};

import { z } from 'zod';
import { Condition } from '../condition/condition.ts';
import { endpoint, uuid } from '../endpoint.ts';
import { DataColumn } from '../etl/columns.ts';
import { Text } from '../text.ts';
import { ChartResult } from './api.ts';
import { SetSource } from './dataset.ts';

const read = 'analytics.chart.read';
const ofSet = z.object({ datasetId: uuid });

/** How the rows of a data set stand. */
export const SetFacts = z.object({
  name: Text,
  live: z.boolean(),
  /** Null where rows are asked of their source as somebody looks. */
  extract: z
    .object({
      readAt: z.iso.datetime().nullable(),
      triedAt: z.iso.datetime(),
      rows: z.number().nullable(),
      bytes: z.number().nullable(),
      tookMs: z.int().nullable(),
      /** There were more rows than are taken. */
      cut: z.boolean(),
      /** When they were read whole; what came or changed since counts so many rows. */
      wholeAt: z.iso.datetime().nullable(),
      changes: z.int(),
      /** Why it is read whole although it grows. */
      notGrowing: z.enum(['mark', 'key']).nullable(),
      /** Fields whose columns are gone from the source. */
      gone: z.array(z.string()),
      busy: z.boolean(),
      /** Why the last reading failed, in words, for those who may change it. */
      error: z.string().nullable(),
    })
    .nullable(),
  mayEdit: z.boolean(),
});
export type SetFacts = z.infer<typeof SetFacts>;

export const mostLooked = 200;

/** Sent to whoever watches `dataset:<id>` when its rows were read anew. */
export interface SetRead {
  type: 'analytics.set_read';
}

export const setsApi = {
  facts: endpoint({
    method: 'GET',
    path: '/analytics/datasets/:datasetId',
    permission: read,
    summary: 'How the rows of a data set stand: when they were read, how many there are, what failed.',
    params: ofSet,
    response: SetFacts,
  }),
  look: endpoint({
    method: 'POST',
    path: '/analytics/datasets/:datasetId/look',
    permission: read,
    summary: 'The columns and first rows of a source that a data set could have, with the rights of the caller on it.',
    params: ofSet,
    body: z.object({ source: SetSource }),
    response: z.object({
      columns: z.array(DataColumn),
      rows: z.array(z.array(z.string().nullable())),
      cut: z.boolean(),
      /** Joined parts that come several times to one row before them: sums of that count it several times. */
      multiplies: z.array(z.string()),
    }),
  }),
  file: endpoint({
    method: 'PUT',
    path: '/analytics/datasets/:datasetId/file',
    permission: read,
    summary: 'Makes an uploaded file part of a data set and says which tables it holds.',
    params: ofSet,
    body: z.object({ file: uuid }),
    response: z.object({ file: uuid, name: z.string(), tables: z.array(z.string()) }),
  }),
  read: endpoint({
    method: 'POST',
    path: '/analytics/datasets/:datasetId/readings',
    permission: read,
    summary: 'Reads the source of a data set anew.',
    params: ofSet,
    response: z.object({ run: uuid }),
  }),
  rows: endpoint({
    method: 'POST',
    path: '/analytics/datasets/:datasetId/rows',
    permission: read,
    summary: 'Single rows of a data set, as far as the caller sees them.',
    params: ofSet,
    body: z.object({ where: Condition.nullable().default(null) }),
    response: ChartResult,
  }),
  connections: endpoint({
    method: 'GET',
    path: '/analytics/connections',
    permission: read,
    summary: 'Connections that the caller may read data from.',
    response: z.array(z.object({ id: uuid, name: z.string(), kind: z.string() })),
  }),
  tables: endpoint({
    method: 'GET',
    path: '/analytics/connections/:connectionId/tables',
    permission: read,
    summary: 'Schemas of a connection and the tables of one of them.',
    params: z.object({ connectionId: uuid }),
    query: z.object({ schema: z.string().max(200).optional() }),
    response: z.object({ schemas: z.array(z.string()), schema: z.string(), tables: z.array(z.string()) }),
  }),
  targets: endpoint({
    method: 'GET',
    path: '/analytics/tasks/:taskId/targets',
    permission: read,
    summary: 'What a task of ETL writes that a data set can read.',
    params: z.object({ taskId: uuid }),
    response: z.array(
      z.object({ node: z.string(), title: z.string(), /** A file that is kept here. */ file: z.boolean() }),
    ),
  }),
};

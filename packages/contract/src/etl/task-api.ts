import { z } from 'zod';
import { endpoint, largeBodyBytes, uuid } from '../endpoint.ts';
import { RunState, RunView } from '../runs/run.ts';
import { Text } from '../text.ts';
import { DataColumn } from './columns.ts';
import { EtlFlow } from './flow.ts';
import { EtlParameter, GlobalParameter, mostGlobals, ParameterValues } from './parameter.ts';
import { EtlTask, fileFormats, TaskNode } from './task.ts';

const ofTask = z.object({ taskId: uuid });
const ofFlow = z.object({ flowId: uuid });
const ofRun = z.object({ runId: uuid });
const Cell = z.string().nullable();
const Started = z.object({ id: uuid });
const Day = z.iso.date();

/** So many days at most are run again at once. */
export const mostDays = 400;

/** How a file is read, and the columns that were found in it. */
export const FileFacts = z.object({
  file: uuid.nullable(),
  connection: uuid.nullable(),
  fileName: z.string(),
  format: z.enum(fileFormats),
  delimiter: z.string(),
  encoding: z.string(),
  header: z.boolean(),
  headRows: z.int(),
  sheet: z.string(),
  stream: z.string(),
  streams: z.array(z.string()),
  columns: z.array(DataColumn),
});
export type FileFacts = z.infer<typeof FileFacts>;

export const TaskPreview = z.object({
  columns: z.array(DataColumn),
  rows: z.array(z.array(Cell)),
  /** Not all rows of the sources were looked at: what is counted and sorted is of a sample. */
  sampled: z.boolean(),
  /** How many rows it has of the side that others are joined to. */
  sampleRows: z.number(),
  ms: z.number(),
  sql: z.string(),
  /** Of a join: what it did with the rows of the sample. */
  join: z
    .object({
      left: z.number(),
      right: z.number(),
      unmatchedLeft: z.number(),
      unmatchedRight: z.number(),
      multiplied: z.number(),
    })
    .nullable(),
  /** Rows of the sample that the node takes out, and why it took the first of them. */
  rejected: z.object({ rows: z.number(), reason: z.string() }).nullable(),
});
export type TaskPreview = z.infer<typeof TaskPreview>;

/** Of so many rows at most it is counted at every node what became of them, by a statement of its own. */
export const countedRows = 2_000_000;

/** What became of a node of a run; of a join also what it did with its rows, of a branch how many went either way. */
export const NodeFigures = z.object({
  node: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  rowsIn: z.number(),
  rows: z.number(),
  rejected: z.number(),
  /** That it read or wrote, as far as they passed by; 0 where another does that by itself. */
  bytes: z.number(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  report: z.record(z.string(), z.number()).nullable(),
});
export type NodeFigures = z.infer<typeof NodeFigures>;

export const EtlJob = RunView.extend({
  name: Text.nullable(),
  rowsRead: z.number(),
  rowsWritten: z.number(),
  rowsRejected: z.number(),
  /** The day it is about; in a list of flows alone. */
  day: z.string().nullable(),
});
export type EtlJob = z.infer<typeof EtlJob>;

export const JobDetail = EtlJob.extend({
  /** As it was when the run began. */
  task: EtlTask.nullable(),
  flow: EtlFlow.nullable(),
  nodes: z.array(NodeFigures),
  /** What it was started with, as it was settled then. */
  parameters: ParameterValues,
  files: z.array(z.object({ node: z.string(), file: uuid, name: z.string(), size: z.number() })),
  /** Of a flow: the runs of its nodes. */
  runs: z.array(z.object({ node: z.string(), run: uuid, state: RunState })),
  /** Nodes that are under way. */
  standing: z.array(z.string()),
});
export type JobDetail = z.infer<typeof JobDetail>;

export const rejectedStates = ['kept', 'sent', 'dropped'] as const;
export const RejectedRow = z.object({
  node: z.string(),
  n: z.int(),
  row: z.record(z.string(), Cell),
  reason: z.string(),
  state: z.enum(rejectedStates),
});
export type RejectedRow = z.infer<typeof RejectedRow>;

export const etlTasksApi = {
  file: endpoint({
    method: 'POST',
    path: '/etl/files',
    permission: 'etl.task.edit',
    summary:
      'Says how a file is read and which columns it has: an uploaded one, which becomes one that tasks read, or one that lies at a connection.',
    body: z.object({
      file: uuid.optional(),
      connection: uuid.optional(),
      /** There. */
      path: z.string().max(1_000).optional(),
      /** Where it is read otherwise than was found out. */
      reading: z
        .object({
          delimiter: z.string().min(1).max(1),
          encoding: z.string().max(40),
          header: z.boolean(),
          headRows: z.int().min(1).max(5).optional(),
          sheet: z.string().max(100),
          stream: z.string().max(300).optional(),
        })
        .optional(),
    }),
    response: FileFacts,
  }),
  remoteFiles: endpoint({
    method: 'GET',
    path: '/etl/connections/:connectionId/files',
    permission: 'etl.task.edit',
    summary: 'Files that lie at a connection.',
    params: z.object({ connectionId: uuid }),
    response: z.array(z.object({ name: z.string(), size: z.number().nullable() })),
  }),
  columns: endpoint({
    method: 'POST',
    path: '/etl/sources/columns',
    permission: 'etl.task.edit',
    summary: 'The columns that a source of a task has now.',
    /** `parameters`: those of its task, whose values a statement may name. */
    body: z.object({ node: TaskNode, parameters: z.array(EtlParameter).max(50).optional() }),
    response: z.object({ columns: z.array(DataColumn) }),
  }),
  preview: endpoint({
    method: 'POST',
    path: '/etl/preview',
    permission: 'etl.task.edit',
    bodyBytes: largeBodyBytes,
    summary: 'The first rows at a node of a task as it is drawn, with the SQL behind them; nothing is written.',
    body: z.object({ task: EtlTask, node: z.string().max(40) }),
    response: TaskPreview,
  }),
  run: endpoint({
    method: 'POST',
    path: '/etl/tasks/:taskId/runs',
    permission: 'etl.task.edit',
    summary: 'Runs the released task now, for a day.',
    params: ofTask,
    body: z.object({ day: Day.optional(), parameters: ParameterValues.optional() }),
    response: Started,
  }),
  lastRuns: endpoint({
    method: 'GET',
    path: '/etl/last-runs',
    permission: 'etl.task.read',
    summary: 'The last run of each task or flow.',
    query: z.object({ kind: z.enum(['etl.task', 'etl.flow']) }),
    response: z.array(z.object({ definition: z.string(), run: uuid, state: RunState, at: z.string() })),
  }),
  jobs: endpoint({
    method: 'GET',
    path: '/etl/jobs',
    permission: 'etl.task.read',
    summary: 'Runs of tasks or flows, the latest first, with what they read and wrote.',
    query: z.object({
      kind: z.enum(['etl.task', 'etl.flow']).default('etl.task'),
      definition: uuid.optional(),
      state: RunState.optional(),
      after: z.string().max(200).optional(),
      limit: z.number().int().min(1).max(100).default(30),
    }),
    response: z.object({ jobs: z.array(EtlJob), next: z.string().nullable() }),
  }),
  job: endpoint({
    method: 'GET',
    path: '/etl/jobs/:runId',
    permission: 'etl.task.read',
    summary: 'One run: its graph, what became of each node, the files it made.',
    params: ofRun,
    response: JobDetail,
  }),
  rejected: endpoint({
    method: 'GET',
    path: '/etl/jobs/:runId/rejected',
    permission: 'etl.task.read',
    summary: 'Rows that a run did not take, each with its reason.',
    params: ofRun,
    query: z.object({
      node: z.string().max(40).optional(),
      state: z.enum(rejectedStates).optional(),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(500).default(100),
    }),
    response: z.object({ rows: z.array(RejectedRow), total: z.number() }),
  }),
  resend: endpoint({
    method: 'POST',
    path: '/etl/jobs/:runId/rejected/sending',
    permission: 'etl.task.edit',
    bodyBytes: largeBodyBytes,
    summary: 'Sends rejected rows again as they are now, from the node that did not take them on.',
    params: ofRun,
    body: z.object({
      node: z.string().max(40),
      /** Corrected ones; all others that are kept go as they were where `all` says so. */
      rows: z.array(z.object({ n: z.int(), row: z.record(z.string(), Cell) })).max(5_000),
      all: z.boolean(),
    }),
    /** `left`: so many that were asked for wait for the next sending. */
    response: Started.extend({ left: z.int() }),
  }),
  drop: endpoint({
    method: 'PUT',
    path: '/etl/jobs/:runId/rejected/dropping',
    permission: 'etl.task.edit',
    summary: 'Leaves rejected rows out for good.',
    params: ofRun,
    body: z.object({ node: z.string().max(40), rows: z.array(z.int()).max(5_000) }),
    response: z.object({ dropped: z.number() }),
  }),
  startFlow: endpoint({
    method: 'POST',
    path: '/etl/flows/:flowId/runs',
    permission: 'etl.task.edit',
    summary: 'Runs the released flow now, for a day.',
    params: ofFlow,
    body: z.object({ day: Day.optional(), parameters: ParameterValues.optional() }),
    response: Started,
  }),
  backfill: endpoint({
    method: 'POST',
    path: '/etl/flows/:flowId/backfills',
    permission: 'etl.task.edit',
    summary: 'Runs the flow once for each of these days, one after the other.',
    params: ofFlow,
    body: z.object({ days: z.array(Day).min(1).max(mostDays), parameters: ParameterValues.optional() }),
    response: z.object({ runs: z.array(uuid) }),
  }),
  parameters: endpoint({
    method: 'GET',
    path: '/etl/parameters',
    permission: 'etl.task.read',
    summary: 'Parameters of the enterprise, which tasks and flows fall back on.',
    response: z.array(GlobalParameter),
  }),
  setParameters: endpoint({
    method: 'PUT',
    path: '/etl/parameters',
    permission: 'etl.task.edit',
    summary: 'Sets parameters of the enterprise and takes others away; those that are not named stay.',
    body: z.object({
      set: z.array(GlobalParameter).max(mostGlobals),
      drop: z.array(GlobalParameter.shape.name).max(mostGlobals),
    }),
    response: z.array(GlobalParameter),
  }),
};

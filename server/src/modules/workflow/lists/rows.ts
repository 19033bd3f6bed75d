import { createHash } from 'node:crypto';
import type {
  Actor,
  Arrival,
  Changes,
  Execution,
  Instance,
  ProcessState,
  Task,
  Timer,
} from '@formwork/process/state.ts';
import type { SpaceReader, SpaceTx, Statement } from '../../../platform/db/space-data.ts';

/** How the engine's rows lie in the tables of a space: property, column and type of each. */
const executionColumns = [
  ['id', 'uuid'],
  ['parent', 'uuid'],
  ['node', 'text'],
  ['state', 'text'],
  ['back', 'text[]'],
  ['causes', 'uuid[]'],
] as const;
const arrivalColumns = [
  ['id', 'uuid'],
  ['node', 'text'],
  ['edge', 'text'],
  ['execution', 'uuid'],
  ['round', 'integer'],
  ['state', 'text'],
] as const;
const taskColumns = [
  ['id', 'uuid'],
  ['execution', 'uuid'],
  ['node', 'text'],
  ['round', 'integer'],
  ['state', 'text'],
  ['version', 'integer'],
  ['openedIn', 'integer'],
  ['closedIn', 'integer'],
  ['openedAt', 'timestamptz'],
  ['closedAt', 'timestamptz'],
  ['back', 'text[]'],
  ['causes', 'uuid[]'],
  ['returnedBy', 'uuid'],
  ['returnReason', 'text'],
  ['changedBy', 'uuid'],
  ['changedAt', 'timestamptz'],
  ['changedHow', 'text'],
  ['dueAt', 'timestamptz'],
] as const;
const actorColumns = [
  ['id', 'uuid'],
  ['task', 'uuid'],
  ['person', 'uuid'],
  ['state', 'text'],
  ['origin', 'text'],
  ['slot', 'uuid'],
  ['order', 'integer'],
  ['step', 'integer'],
  ['weight', 'double precision'],
  ['auto', 'boolean'],
  ['receivedAt', 'timestamptz'],
  ['actedAt', 'timestamptz'],
  ['comment', 'text'],
  ['signature', 'text'],
  ['lender', 'uuid'],
  ['accepted', 'boolean'],
] as const;
const timerColumns = [
  ['id', 'uuid'],
  ['execution', 'uuid'],
  ['node', 'text'],
  ['task', 'uuid'],
  ['kind', 'text'],
  ['state', 'text'],
  ['due', 'timestamptz'],
  ['left', 'bigint'],
] as const;
const copyColumns = [
  ['id', 'uuid'],
  ['node', 'text'],
  ['person', 'uuid'],
  ['fromPerson', 'uuid'],
  ['message', 'text'],
  ['at', 'timestamptz'],
] as const;
const eventColumns = [
  ['id', 'uuid'],
  ['version', 'integer'],
  ['position', 'integer'],
  ['at', 'timestamptz'],
  ['kind', 'text'],
  ['actor', 'uuid'],
  ['node', 'text'],
  ['task', 'uuid'],
  ['round', 'integer'],
  ['comment', 'text'],
  ['target', 'text'],
  ['persons', 'uuid[]'],
  ['took', 'bigint'],
  ['terminal', 'text'],
  ['deputy', 'uuid'],
  ['detail', 'jsonb'],
] as const;

type Columns = readonly (readonly [property: string, type: string])[];

/** What lists show of an instance; written beside its state. */
export interface InstanceFace {
  nodes: { zh: string; en?: string | undefined }[];
  executors: string[];
  title: string;
}

export interface Locked {
  row: InstanceRow;
  state: ProcessState;
}

/** Locks an instance and reads all of its state; what is known of it is read again only where the instance has gone on since. */
export async function lockState(tx: SpaceTx, instanceId: string, known?: ProcessState): Promise<Locked | undefined> {
  // carried out one after the other: what is read is what the lock was waited for
  const [
    {
      rows: [row],
    },
    read,
  ] = await Promise.all([
    tx.query<InstanceRow>({
      ...prepared(`select ${instanceList} from ${tx.schema}.workflow_instance where id = $1 for update`),
      values: [instanceId],
    }),
    known ? undefined : readChildren(tx, instanceId),
  ]);
  if (!row) return undefined;
  const children = read ?? (known!.instance.version === row.version ? known! : await readChildren(tx, instanceId));
  return { row, state: { ...children, instance: instanceOf(row) } };
}

/** Locks what was started by a timer that waits for it and has not ended. */
export async function livingChildren(tx: SpaceTx, timerId: string): Promise<InstanceRow[]> {
  const { rows } = await tx.query<InstanceRow>({
    ...prepared(
      `select ${instanceList} from ${tx.schema}.workflow_instance where parent_timer = $1 and state in ('processing', 'interrupted') for update`,
    ),
    values: [timerId],
  });
  return rows;
}

/** Reads what is there without waiting for anybody. */
export async function readState(tx: SpaceReader, row: InstanceRow): Promise<ProcessState> {
  return { instance: instanceOf(row), ...(await readChildren(tx, row.id)) };
}

async function readChildren(tx: SpaceReader, instanceId: string): Promise<Omit<ProcessState, 'instance'>> {
  const children = (table: string, columns: Columns) =>
    `(select coalesce(json_agg(json_build_object(${columns.map(([property]) => `'${property}', ${columnOf(property)}`).join(', ')}) order by ${orderOf(columns)}), '[]')
      from ${tx.schema}.workflow_${table} where instance_id = $1) as ${table}`;
  const { rows } = await tx.query<{
    execution: Execution[];
    arrival: Arrival[];
    task: Task[];
    actor: Actor[];
    timer: Timer[];
  }>({
    ...prepared(
      `select ${children('execution', executionColumns)}, ${children('arrival', arrivalColumns)}, ${children('task', taskColumns)}, ${children('actor', actorColumns)}, ${children('timer', timerColumns)}`,
    ),
    values: [instanceId],
  });
  const { execution, arrival, task, actor, timer } = rows[0]!;
  for (const one of task)
    Object.assign(one, {
      openedAt: iso(one.openedAt),
      closedAt: iso(one.closedAt),
      changedAt: iso(one.changedAt),
      dueAt: iso(one.dueAt),
    });
  for (const one of actor) Object.assign(one, { receivedAt: iso(one.receivedAt), actedAt: iso(one.actedAt) });
  for (const one of timer) one.due = iso(one.due);
  return {
    executions: byId(execution),
    arrivals: byId(arrival),
    tasks: byId(task),
    actors: byId(actor),
    timers: byId(timer),
  };
}

/** Writes what a command changed over what was there, and appends its history, before anything else is asked of the transaction. */
export function writeChanges(
  tx: SpaceTx,
  changes: Changes,
  face: InstanceFace,
  made: { terminal: string; deputy: string | null },
): void {
  const { instance } = changes;
  upsert(tx, instance.id, 'execution', executionColumns, changes.executions);
  upsert(tx, instance.id, 'arrival', arrivalColumns, changes.arrivals);
  upsert(tx, instance.id, 'task', taskColumns, changes.tasks);
  upsert(tx, instance.id, 'actor', actorColumns, changes.actors);
  upsert(tx, instance.id, 'timer', timerColumns, changes.timers);
  upsert(
    tx,
    instance.id,
    'copy',
    copyColumns,
    changes.copies.map((copy) => ({ ...copy, fromPerson: copy.from })),
  );
  upsert(
    tx,
    instance.id,
    'event',
    eventColumns,
    changes.events.map((event, position) => ({ ...event, version: instance.version, position, ...made })),
  );
  tx.later({
    ...prepared(`update ${tx.schema}.workflow_instance set state = $2::text, version = $3::integer, finished_at = $4::timestamptz, stopped_by = $5::uuid, nodes = $6::jsonb, executors = $7::uuid[], title = $8::text
      where id = $1::uuid and version = $3::integer - 1`),
    values: [
      instance.id,
      instance.state,
      instance.version,
      instance.finishedAt,
      instance.stoppedBy,
      JSON.stringify(face.nodes),
      face.executors,
      face.title,
    ],
    // The row is locked, so this can only be a mistake of ours; a lost step would be worse than a failed request.
    orElse: () => new Error(`instance ${instance.id} is not at version ${instance.version - 1}`),
  });
}

interface InstanceAbout {
  formId: string;
  appId: string;
  recordId: string;
  release: number;
  formTitle: object;
  title: string;
}

/** A new instance, and with it the id of the command that starts it; false, and no instance, where that id is taken. */
export async function insertInstance(
  tx: SpaceTx,
  instance: Instance,
  about: InstanceAbout,
  command?: { id: string; person: string; kind: string },
): Promise<boolean> {
  const values: unknown[] = [
    instance.id,
    about.formId,
    about.appId,
    about.recordId,
    about.release,
    instance.initiator,
    about.title,
    JSON.stringify(about.formTitle),
    instance.startedAt,
  ];
  const columns = 'id, form_id, app_id, record_id, release, state, version, initiator, title, form_title, started_at';
  const row = `$1::uuid, $2::text, $3::text, $4::uuid, $5::integer, 'processing', 0, $6::uuid, $7::text, $8::jsonb, $9::timestamptz`;
  if (command) values.push(command.id, command.person, command.kind);
  const { rowCount } = await tx.query({
    ...prepared(
      command
        ? `with command as (insert into ${tx.schema}.workflow_command (id, instance_id, person, kind) values ($10::uuid, $1::uuid, $11::uuid, $12::text) on conflict (id) do nothing returning id)
        insert into ${tx.schema}.workflow_instance (${columns}) select ${row} from command`
        : `insert into ${tx.schema}.workflow_instance (${columns}) values (${row})`,
    ),
    values,
  });
  return rowCount === 1;
}

export interface InstanceRow {
  id: string;
  form_id: string;
  app_id: string;
  record_id: string;
  release: number;
  state: Instance['state'];
  version: number;
  initiator: string;
  title: string;
  form_title: { zh: string; en?: string };
  nodes: { zh: string; en?: string }[];
  executors: string[];
  started_at: Date;
  finished_at: Date | null;
  stopped_by: string | null;
  parent_timer: string | null;
}

export const instanceList =
  'id, form_id, app_id, record_id, release, state, version, initiator, title, form_title, nodes, executors, started_at, finished_at, stopped_by, parent_timer';

/** A statement prepared once per connection; the name follows from the text. */
export function prepared(text: string): Statement & { name: string } {
  let name = names.get(text);
  if (!name) names.set(text, (name = `wf_${createHash('sha1').update(text).digest('hex').slice(0, 24)}`));
  return { name, text };
}

const names = new Map<string, string>();

function instanceOf(row: InstanceRow): Instance {
  return {
    id: row.id,
    state: row.state,
    version: row.version,
    initiator: row.initiator,
    startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    stoppedBy: row.stopped_by,
  };
}

/** Rows of one table, as one parameter; nothing where no row changed. */
function upsert(tx: SpaceTx, instanceId: string, table: string, columns: Columns, rows: object[]): void {
  if (rows.length === 0) return;
  const list = columns.map(([property]) => columnOf(property));
  const typed = columns.map(([property, type]) => `"${property}" ${type}`).join(', ');
  const picked = columns.map(([property]) => `n."${property}"`).join(', ');
  const sets = list
    .filter((name) => name !== 'id')
    .map((name) => `${name} = excluded.${name}`)
    .join(', ');
  // A history and its copies are only ever appended.
  const conflict = table === 'event' || table === 'copy' ? '' : ` on conflict (id) do update set ${sets}`;
  tx.later({
    ...prepared(
      `insert into ${tx.schema}.workflow_${table} (instance_id, ${list.join(', ')}) select $1::uuid, ${picked} from json_to_recordset($2::json) as n(${typed})${conflict}`,
    ),
    values: [instanceId, JSON.stringify(rows)],
  });
}

function columnOf(property: string): string {
  const column = property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return column === 'order' || column === 'left' ? `"${column}"` : column;
}

/** Rows come back in the order in which they were made. */
function orderOf(columns: Columns): string {
  return columns === actorColumns ? '"order", step, id' : 'id';
}

function iso(time: string | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

function byId<Row extends { id: string }>(rows: Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

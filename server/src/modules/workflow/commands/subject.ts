import type { WorkTime } from '@formwork/contract/enterprise/work-time.ts';
import type { ErrorCode } from '@formwork/contract/errors.ts';
import type { GraphIndex } from '@formwork/process/graph-index.ts';
import type { Ctx } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { requireInScope, requireTodoInScope, type TodoAct } from '../../agents/public.ts';
import { ownsAll } from '../../definitions/public.ts';
import { directoryOf, type Directory } from '../../organization/public.ts';
import { formForProcess, type ProcessForm } from '../../records/public.ts';
import { calendarOf } from '../automatic/calendar.ts';
import { currentRelease, releaseGraph } from '../design/released.ts';
import { rememberedOfTask } from '../lists/remembered.ts';
import { instanceList, prepared, type InstanceRow } from '../lists/rows.ts';

/** A process that a command is for, with all that is read from memory before the transaction opens. */
export interface Subject {
  instanceId: string;
  recordId: string;
  release: number;
  form: ProcessForm;
  index: GraphIndex;
  directory: Directory;
  /** The enterprise's calendar: due times count in hours of work. */
  workTime: WorkTime;
}

/** The instance of a task the person has or had a part in. */
export async function subjectOfTask(ctx: Ctx, taskId: string, act: TodoAct): Promise<Subject> {
  const schema = spaceSchema(ctx.spaceId);
  // by ids alone: as a join of small tables it would be planned as reading them whole
  const row =
    rememberedOfTask(ctx, taskId, ctx.user.id) ??
    (await one(
      ctx,
      `select ${instanceList} from ${schema}.workflow_instance where id = (select t.instance_id from ${schema}.workflow_task t
    where t.id = $1 and exists (select 1 from ${schema}.workflow_actor a where a.instance_id = t.instance_id and a.task = t.id and a.person = $2))`,
      [taskId, ctx.user.id],
      'workflow.task.not_found',
    ));
  if (ctx.user.deputy) await requireHandedOver(ctx, taskId, row, act);
  return subjectOf(ctx, row);
}

async function requireHandedOver(
  ctx: Ctx,
  taskId: string,
  { id, app_id: appId }: SubjectRow,
  act: TodoAct,
): Promise<void> {
  const { rows } = await spaceQuery<{ received_at: Date | null }>(ctx.platform, {
    ...prepared(
      `select max(received_at) as received_at from ${spaceSchema(ctx.spaceId)}.workflow_actor where instance_id = $3 and task = $1 and person = $2`,
    ),
    values: [taskId, ctx.user.id, id],
  });
  requireTodoInScope(ctx.user, appId, rows[0]?.received_at ?? new Date(0), act);
}

/** An instance the person takes part in: as initiator, executor or reader of a copy, or as an administrator of it. */
export async function subjectOfInstance(ctx: Ctx, instanceId: string): Promise<Subject> {
  const row = await one(
    ctx,
    `select ${instanceList} from ${spaceSchema(ctx.spaceId)}.workflow_instance where id = $1`,
    [instanceId],
    'workflow.instance.not_found',
  );
  const subject = await subjectOf(ctx, row);
  if (!(await takesPart(ctx, row)) && !isAdministrator(ctx, subject)) throw notFound('workflow.instance.not_found');
  return subject;
}

/** A new instance on a record. */
export async function subjectOfStart(ctx: Ctx, formId: string, recordId: string): Promise<Subject | null> {
  const form = await formForProcess(ctx, formId);
  const release = await currentRelease(ctx, formId);
  if (!release) return null;
  return {
    instanceId: newId(),
    recordId,
    release: release.number,
    form,
    index: release.index,
    directory: await directoryOf(ctx.platform, ctx.spaceId),
    workTime: await calendarOf(ctx, release.index),
  };
}

type SubjectRow = Pick<InstanceRow, 'id' | 'form_id' | 'app_id' | 'record_id' | 'release'>;

export async function subjectOf(ctx: Ctx, row: SubjectRow): Promise<Subject> {
  requireInScope(ctx.user, row.app_id);
  return subjectIn(ctx, row);
}

/** Whatever applications an agent was handed over: for what follows from a step that they may do. */
export async function subjectIn(ctx: Ctx, row: SubjectRow): Promise<Subject> {
  return {
    instanceId: row.id,
    recordId: row.record_id,
    release: row.release,
    form: await formForProcess(ctx, row.form_id),
    index: await releaseGraph(ctx, row.form_id, row.release),
    directory: await directoryOf(ctx.platform, ctx.spaceId),
    workTime: await calendarOf(ctx, await releaseGraph(ctx, row.form_id, row.release)),
  };
}

/** The process of a record: the living one, else the last. */
export async function instanceOfRecord(ctx: Ctx, formId: string, recordId: string): Promise<InstanceRow | undefined> {
  const { rows } = await spaceQuery<InstanceRow>(ctx.platform, {
    ...prepared(
      `select ${instanceList} from ${spaceSchema(ctx.spaceId)}.workflow_instance where record_id = $1 and form_id = $2 order by started_at desc, id desc limit 1`,
    ),
    values: [recordId, formId],
  });
  return rows[0];
}

export async function takesPart(ctx: Ctx, row: Pick<InstanceRow, 'id' | 'initiator'>): Promise<boolean> {
  if (row.initiator === ctx.user.id) return true;
  const schema = spaceSchema(ctx.spaceId);
  const { rows } = await spaceQuery(ctx.platform, {
    ...prepared(`select 1 from ${schema}.workflow_actor where instance_id = $1 and person = $2 and state <> 'waiting'
      union all select 1 from ${schema}.workflow_copy where instance_id = $1 and person = $2 limit 1`),
    values: [row.id, ctx.user.id],
  });
  return rows.length > 0;
}

/** Administrators a process names; where it names none, those of the space. */
export function isAdministrator(ctx: Ctx, { index }: Pick<Subject, 'index'>): boolean {
  const { administrators } = index.graph.settings;
  return administrators.length > 0 ? administrators.includes(ctx.user.id) : ownsAll(ctx.user);
}

async function one(ctx: Ctx, text: string, values: unknown[], code: ErrorCode): Promise<InstanceRow> {
  const { rows } = await spaceQuery<InstanceRow>(ctx.platform, { ...prepared(text), values });
  if (!rows[0]) throw notFound(code);
  return rows[0];
}

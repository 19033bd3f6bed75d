import type { CommandAnswer } from '@formwork/contract/workflow/process.ts';
import type { Command, EngineAsk, Skipped, TraceStep } from '@formwork/process/command.ts';
import { pendingPersons, openTasks, waitingNodes } from '@formwork/process/current.ts';
import { refusalToAct } from '@formwork/process/holding.ts';
import { actingAt, isTaskNode } from '@formwork/process/graph-index.ts';
import { hiddenAt, rightsAt } from '@formwork/process/rights.ts';
import { newState, type Changes, type ProcessState } from '@formwork/process/state.ts';
import type { Ctx } from '../../../platform/context.ts';
import { AppError, conflict, notFound, refuse } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { inSpace, type SpaceTx } from '../../../platform/db/space-data.ts';
import {
  attachFilesOf,
  recordForProcess,
  saveFromProcess,
  trueFilesForProcess,
  type ProcessRecord,
  type ProcessSave,
} from '../../records/public.ts';
import { runEngine } from './engine.ts';
import { handOn } from '../notify/hand-on.ts';
import { allowedFields, requireFilled } from '../rights/record-rights.ts';
import { remember, rememberedState } from '../lists/remembered.ts';
import {
  insertInstance,
  livingChildren,
  lockState,
  prepared,
  writeChanges,
  type InstanceRow,
  type Locked,
} from '../lists/rows.ts';
import { subjectIn, type Subject } from './subject.ts';
import { terminalOf } from './terminal.ts';

export interface RecordChange {
  recordVersion?: number | undefined;
  values?: Record<string, unknown> | undefined;
  slaves?: ProcessSave['slaves'];
  files?: ProcessSave['files'];
}

export interface Asked {
  commandId: string;
  subject: Subject;
  /** Built once the instance is locked: some commands look at what happened before. */
  command(tx: SpaceTx): Command | Promise<Command>;
  kind: Command['kind'] | 'draft';
  /** Values to save in the same transaction, and the task whose rights they are saved under. */
  change?: RecordChange | undefined;
  starts?: boolean;
  /** What the system does in the same transaction, before the step; it answers the record as it is then. */
  work?: Work | undefined;
  /** What is hidden from the person stays hidden from those they send copies to. */
  copiesHide?: readonly string[];
  /** What rules of the form hide from the person, whatever the node shows. */
  hides?: readonly string[];
}

export interface Work {
  run(tx: SpaceTx): Promise<ProcessRecord>;
  /** Once the step is written. */
  done?(tx: SpaceTx, result: Result): Promise<void>;
  /** For the history. */
  note?: string | undefined;
}

/** What a command came to, for its answer and for a preview. */
export interface Result {
  state: ProcessState;
  before: ProcessState;
  changes: Changes;
  asks: EngineAsk[];
  /** Of those the person has answered; of a submission alone. */
  answered?: EngineAsk[];
  skipped: Skipped[];
  /** What the engine went through; nothing where it was not asked. */
  trace?: TraceStep[];
  recordVersion: number | null;
}

/**
 * A command: one transaction in which its id is taken, the instance locked, the task checked, the record saved, the step
 * applied and the history appended. A command that was carried out before answers what it answered then.
 */
export async function carryOut(ctx: Ctx, wanted: Asked): Promise<CommandAnswer> {
  const given = await withFiles(ctx, wanted);
  let { subject } = given;
  let state: ProcessState | undefined;
  const answer = await inSpace(ctx, async (tx) => {
    state = undefined;
    const begun = given.starts ? newInstance(ctx, subject) : undefined;
    // in the same breath: the lock, what is read behind it, and for a start the instance, made where its command is new
    const [answered, locked, record] = await Promise.all([
      takeCommandId(tx, ctx, given, begun),
      begun ? undefined : lockState(tx, subject.instanceId, rememberedState(ctx, subject.instanceId)),
      readAhead(tx, ctx, given),
    ]);
    if (answered) return answered;
    // moved to another release since it was looked at
    if (locked && locked.row.release !== subject.release) subject = await subjectIn(ctx, locked.row);
    const asked = { ...given, subject };
    const held: Held | undefined = begun ? { state: begun } : locked;
    const result = await apply(tx, ctx, asked, held && { ...held, record });
    if (result.asks.length > 0) throw refuse('workflow.executor.choose', { asks: result.asks });
    const made = answerOf(subject, result);
    tx.later({
      ...prepared(`update ${tx.schema}.workflow_command set answer = $2::json where id = $1::uuid`),
      values: [asked.commandId, JSON.stringify(made)],
    });
    state = result.state;
    return made;
  });
  if (state) remember(ctx, subject, state);
  if (given.change?.values || given.change?.slaves) await attachSaved(ctx, subject);
  return answer;
}

async function withFiles(ctx: Ctx, asked: Asked): Promise<Asked> {
  const { change, subject } = asked;
  if (!change?.values && !change?.slaves) return asked;
  return {
    ...asked,
    change: {
      ...change,
      ...(await trueFilesForProcess(ctx, subject.form.formId, { values: change.values ?? {}, slaves: change.slaves })),
    },
  };
}

/** The step is done: should this fail, the records' own subscriber does it again. */
async function attachSaved(ctx: Ctx, { form, recordId }: Subject): Promise<void> {
  await attachFilesOf(ctx, form.formId, recordId).catch((error: unknown) =>
    ctx.platform.log.warn({ err: error, recordId }, 'files of a record are attached later'),
  );
}

/** The same steps, taken back at the end: what a submission would do. */
export async function tryOut(ctx: Ctx, wanted: Asked): Promise<Result> {
  const asked = await withFiles(ctx, wanted);
  const kept: { result?: Result } = {};
  const undo = new Error('taken back');
  try {
    await inSpace(ctx, async (tx) => {
      kept.result = await apply(tx, ctx, asked);
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
  return kept.result!;
}

/** Waits for the same command if it is being carried out right now; answers what it answered. */
async function takeCommandId(
  tx: SpaceTx,
  ctx: Ctx,
  { commandId, subject, kind }: Asked,
  begun: ProcessState | undefined,
): Promise<CommandAnswer | undefined> {
  if (
    begun
      ? await begin(tx, begun, subject, { id: commandId, person: ctx.user.id, kind })
      : await insertCommand(tx, ctx, { commandId, subject, kind })
  )
    return undefined;
  const { rows } = await tx.query<{
    instance_id: string;
    record_id: string | null;
    person: string;
    kind: string;
    answer: CommandAnswer;
  }>({
    ...prepared(
      `select c.instance_id, c.person, c.kind, c.answer, i.record_id from ${tx.schema}.workflow_command c left join ${tx.schema}.workflow_instance i on i.id = c.instance_id where c.id = $1`,
    ),
    values: [commandId],
  });
  const before = rows[0];
  // A start names no instance yet; its record says whether it is the same one.
  const same =
    before &&
    before.person === ctx.user.id &&
    before.kind === kind &&
    (kind === 'start' ? before.record_id === subject.recordId : before.instance_id === subject.instanceId);
  if (!same) throw conflict('workflow.command.reused');
  return before.answer;
}

async function insertCommand(
  tx: SpaceTx,
  ctx: Ctx,
  { commandId, subject, kind }: Pick<Asked, 'commandId' | 'subject' | 'kind'>,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    ...prepared(
      `insert into ${tx.schema}.workflow_command (id, instance_id, person, kind) values ($1, $2, $3, $4) on conflict (id) do nothing`,
    ),
    values: [commandId, subject.instanceId, ctx.user.id, kind],
  });
  return rowCount === 1;
}

/** An instance as it was locked, and its record where that was read with it; a new one has no process above it. */
type Held = Pick<Locked, 'state'> & { row?: InstanceRow; record?: Read | undefined };

/** A record that was read, or why it was not: told when it is needed, for other reasons may come first. */
type Read = { record: ProcessRecord } | { failed: unknown };

/** The record of a step that saves nothing in it. */
async function readAhead(tx: SpaceTx, ctx: Ctx, { subject, change, work }: Asked): Promise<Read | undefined> {
  if (work || change?.values || change?.slaves) return undefined;
  return recordForProcess(tx, ctx, subject.form.formId, subject.recordId).then(
    (record) => ({ record }),
    (failed: unknown) => ({ failed }),
  );
}

async function taken(read: Read): Promise<ProcessRecord> {
  if ('failed' in read) throw read.failed;
  return read.record;
}

/** The step itself, in a transaction that somebody else opened; `held` is the instance where they have locked or begun it. */
export async function apply(tx: SpaceTx, ctx: Ctx, asked: Asked, held?: Held): Promise<Result> {
  const { subject } = asked;
  const locked: Held | undefined =
    held ?? (asked.starts ? await beginAlone(tx, ctx, subject) : await lockState(tx, subject.instanceId));
  const before = locked?.state;
  if (!before) throw notFound('workflow.instance.not_found');
  const command = await asked.command(tx);
  if ('version' in command) {
    const refused = refusalToAct(before, command.by, command);
    if (refused) throw refusalError(subject, refused);
  }
  // before what is wrong with the record: nothing of it could be mended now
  if ((asked.kind === 'draft' || 'version' in command) && before.instance.state !== 'processing')
    throw conflict('workflow.instance.not_processing', { state: before.instance.state });
  const record = asked.work
    ? await asked.work.run(tx)
    : await saveAndRead(tx, ctx, asked, before, command, locked.record);
  if (asked.kind === 'draft')
    return {
      state: before,
      before,
      changes: nothingChanged(before),
      asks: [],
      skipped: [],
      recordVersion: record.version,
    };

  const outcome = runEngine(ctx, subject, before, command, record);
  if (outcome.kind === 'refused') throw refusalError(subject, outcome);
  const result: Result = { ...outcome, before, recordVersion: asked.change ? record.version : null };
  // With questions still open nothing of it is kept.
  if (outcome.asks.length === 0) {
    await endChildren(tx, ctx, result, command);
    const face = faceOf(subject, outcome.state, record.title);
    writeChanges(tx, outcome.changes, face, {
      terminal: terminalOf(ctx.userAgent),
      deputy: ctx.user.deputy?.id ?? null,
    });
    await handOn(tx, ctx, subject, result, face, command.kind, asked.copiesHide ?? []);
    await asked.work?.done?.(tx, result);
    if (locked?.row?.parent_timer && hasEnded(result)) await tellParent(tx, locked.row.parent_timer);
  }
  return result;
}

function hasEnded({ before, state }: Result): boolean {
  const over = (one: ProcessState) => one.instance.state === 'finished' || one.instance.state === 'invalid';
  return over(state) && !over(before);
}

/**
 * Processes that this one started and waited for end with the step that stops waiting: an end before its time, a way back.
 * Before anything of this one is written: a process that ends tells the one above, so both lock downward.
 */
async function endChildren(tx: SpaceTx, ctx: Ctx, { changes, before }: Result, command: Command): Promise<void> {
  const left = changes.timers.filter(
    (timer) =>
      timer.kind === 'child' && timer.state === 'cancelled' && before.timers.get(timer.id)?.state !== 'cancelled',
  );
  const reason = 'reason' in command ? (command.reason ?? '') : '';
  for (const timer of left) {
    for (const row of await livingChildren(tx, timer.id)) {
      const child = await subjectIn(ctx, row);
      await apply(tx, ctx, {
        commandId: newId(),
        subject: child,
        kind: 'invalidate',
        command: () => ({ kind: 'invalidate', above: true, by: command.by, reason }),
      });
      changes.events.push({
        id: newId(),
        at: new Date().toISOString(),
        kind: 'childStopped',
        actor: command.by || null,
        node: timer.node,
        task: null,
        round: null,
        comment: null,
        target: null,
        persons: [],
        took: null,
      });
    }
  }
}

/** The process above goes on now, or as soon as it is recovered. */
async function tellParent(tx: SpaceTx, timer: string): Promise<void> {
  await tx.query({
    ...prepared(
      `update ${tx.schema}.workflow_timer set due = case state when 'waiting' then $2::timestamptz end, "left" = case state when 'paused' then 0 end where id = $1 and state in ('waiting', 'paused')`,
    ),
    values: [timer, new Date()],
  });
}

function newInstance(ctx: Ctx, { instanceId }: Subject): ProcessState {
  return newState({ id: instanceId, initiator: ctx.user.id, startedAt: new Date().toISOString() });
}

/** Refused by the database when the record has a living process already. */
function begin(
  tx: SpaceTx,
  state: ProcessState,
  { form, recordId, release }: Subject,
  command?: Parameters<typeof insertInstance>[3],
): Promise<boolean> {
  const { formId, appId, title } = form;
  return insertInstance(tx, state.instance, { formId, appId, recordId, release, formTitle: title, title: '' }, command);
}

/** One that no command of a person starts: a sub-process, a preview. */
async function beginAlone(tx: SpaceTx, ctx: Ctx, subject: Subject): Promise<Held> {
  const state = newInstance(ctx, subject);
  await begin(tx, state, subject);
  return { state };
}

/** Saves what the node lets its executor change, then sees that nothing the node requires is left empty. */
async function saveAndRead(
  tx: SpaceTx,
  ctx: Ctx,
  { subject, change, kind, hides }: Asked,
  before: ProcessState,
  command: Command,
  ahead: Read | undefined,
): Promise<ProcessRecord> {
  const { form, index, recordId } = subject;
  const read = (): Promise<ProcessRecord> => (ahead ? taken(ahead) : recordForProcess(tx, ctx, form.formId, recordId));
  const node = actingAt(
    'version' in command
      ? index.nodes.get(before.tasks.get(command.task)!.node)
      : kind === 'start'
        ? index.start
        : undefined,
  );
  const acts = (kind === 'start' || kind === 'submit' || kind === 'draft') && node;
  if (!acts) return read();

  const rights = rightsAt(node);
  const record =
    change && (change.values || change.slaves)
      ? await saveFromProcess(tx, ctx, {
          formId: form.formId,
          recordId,
          values: change.values ?? {},
          slaves: change.slaves,
          files: change.files,
          expectedVersion: change.recordVersion,
          allowedFields: allowedFields(form.definition, node, hides),
          draft: kind === 'draft',
        })
      : await read();
  if (
    change?.recordVersion !== undefined &&
    !change.values &&
    !change.slaves &&
    record.version !== change.recordVersion
  )
    throw conflict('records.record.version_conflict', { version: record.version });
  if (kind !== 'draft') requireFilled(form.definition, rights, record);
  return record;
}

/** Whoever came too late is told by name who was quicker. */
function refusalError(
  subject: Subject,
  { code, data }: { code: AppError['code']; data?: Record<string, unknown> | undefined },
): AppError {
  const by = data?.by;
  return new AppError(
    code,
    typeof by === 'string' ? { ...data, name: subject.directory.people.get(by)?.name ?? '' } : data,
  );
}

export function faceOf({ form, index }: Subject, state: ProcessState, title: string) {
  const open = openTasks(state);
  const living = state.instance.state === 'processing' || state.instance.state === 'interrupted';
  // Whoever takes part sees the title, in lists that know no nodes: what one node or rule hides is in none.
  const titled =
    !form.titleHidden &&
    !index.graph.nodes.some((node) => isTaskNode(node) && hiddenAt(node).some((key) => form.titleKeys.includes(key)));
  return {
    title: titled ? title : '',
    nodes: living
      ? [...new Set([...open.map((task) => task.node), ...waitingNodes(state)])].map((id) => index.nodes.get(id)!.name)
      : [],
    executors: living ? [...new Set(open.flatMap((task) => pendingPersons(state, task.id)))] : [],
  };
}

function answerOf({ index, directory }: Subject, { state, changes, recordVersion }: Result): CommandAnswer {
  return {
    instance: { id: state.instance.id, state: state.instance.state, version: state.instance.version },
    recordVersion,
    opened: changes.tasks
      .filter((task) => task.state === 'open' && task.openedIn === state.instance.version)
      .map((task) => {
        const node = index.nodes.get(task.node)!;
        const executors = pendingPersons(state, task.id).map((id) => ({
          id,
          name: directory.people.get(id)?.name ?? '',
        }));
        return { node: node.id, name: node.name, kind: node.kind, executors };
      }),
  };
}

function nothingChanged(state: ProcessState): Changes {
  return {
    instance: state.instance,
    executions: [],
    arrivals: [],
    tasks: [],
    actors: [],
    timers: [],
    copies: [],
    events: [],
  };
}

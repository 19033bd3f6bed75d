import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { AutomaticNode, RuleLine, SetField, SubProcessNode } from '@formwork/contract/workflow/graph.ts';
import { conditionTypes, holds, readable, readsOf } from '@formwork/process/conditions.ts';
import type { Ctx } from '../../../platform/context.ts';
import { conflict } from '../../../platform/errors.ts';
import { reader, spaceQuery, spaceSchema, type SpaceTx } from '../../../platform/db/space-data.ts';
import { compileFeel } from '../../forms/public.ts';
import { recordForProcess, saveFromProcess, type ProcessRecord } from '../../records/public.ts';
import type { Work } from '../commands/command.ts';
import { prepared } from '../lists/rows.ts';
import { processesAbove } from '../commands/below.ts';
import { titleAt } from '../commands/branches.ts';
import { startChild } from '../commands/child.ts';
import { peopleOf } from '../rights/people.ts';
import { subjectOfStart, type Subject } from '../commands/subject.ts';

/** What the system does at the node of a timer; undefined where time alone passes. Calls to the outside happen here, before the transaction. */
export async function automaticWork(ctx: Ctx, subject: Subject, timerId: string): Promise<Work | undefined> {
  const { rows } = await spaceQuery<{ kind: string; node: string }>(ctx.platform, {
    ...prepared(`select kind, node from ${spaceSchema(ctx.spaceId)}.workflow_timer where id = $1`),
    values: [timerId],
  });
  const node = rows[0]?.kind === 'job' ? subject.index.nodes.get(rows[0].node) : undefined;
  if (node?.kind === 'automatic') return workOf(ctx, subject, node, timerId);
  if (node?.kind === 'sub-process') return childOf(ctx, subject, node, timerId);
  return undefined;
}

async function workOf(ctx: Ctx, subject: Subject, { does }: AutomaticNode, timerId: string): Promise<Work | undefined> {
  switch (does.what) {
    case 'record':
      return { run: (tx) => setOn(tx, ctx, subject, () => does.set) };
    case 'rule':
      return {
        run: (tx) => setOn(tx, ctx, subject, (record) => lineThatHolds(ctx, subject, does.lines, record)?.set ?? []),
      };
    case 'message':
      // Who gets it the engine finds; there is nothing else to do.
      return undefined;
    case 'call':
      return {
        run: (tx) => recordForProcess(tx, ctx, subject.form.formId, subject.recordId),
        note: await callOut(ctx, subject, does, timerId),
      };
  }
}

async function setOn(
  tx: SpaceTx,
  ctx: Ctx,
  subject: Subject,
  choose: (record: ProcessRecord) => SetField[],
): Promise<ProcessRecord> {
  const { form, recordId } = subject;
  const record = await recordForProcess(tx, ctx, form.formId, recordId);
  const set = choose(record);
  if (set.length === 0) return record;
  return saveFromProcess(tx, ctx, {
    formId: form.formId,
    recordId,
    values: valuesOf(ctx, subject, set, record),
    allowedFields: 'all',
  });
}

/** The first line whose condition holds. One that cannot be decided is not passed over: the step fails, and is tried again once the record is mended. */
function lineThatHolds(
  ctx: Ctx,
  subject: Subject,
  lines: readonly RuleLine[],
  record: ProcessRecord,
): RuleLine | undefined {
  const { definition } = subject.form;
  const input = { ...record, ...byItself(ctx, subject), timeZone: subject.workTime.timeZone };
  return lines.find(({ when }) => {
    const held = when.trim() === '' || holds(definition, when, input);
    if (held === null)
      throw conflict('workflow.automatic.undecided', {
        names: titlesOf(definition, readsOf(definition, when, input).missing),
      });
    return held;
  });
}

/** The values of FEEL texts over a record. What cannot be worked out fails the step: nothing empty is written in its place. */
function valuesOf(
  ctx: Ctx,
  subject: Subject,
  set: readonly SetField[],
  record: ProcessRecord,
): Record<string, unknown> {
  const { definition } = subject.form;
  const types = conditionTypes(definition);
  const people = { ...record, ...byItself(ctx, subject), timeZone: subject.workTime.timeZone };
  const input = readable(people);
  return Object.fromEntries(
    set.map(({ field, value }) => {
      const compiled = compileFeel(value, types, 'null');
      if (!compiled.ok) throw conflict('workflow.automatic.broken_value', { names: titlesOf(definition, [field]) });
      let faulty = false;
      const result = compiled.run(input, {
        now: Date.now(),
        zone: subject.workTime.timeZone,
        onWarning: () => (faulty = true),
      });
      if (faulty && (result === null || result === undefined))
        throw conflict('workflow.automatic.no_value', {
          names: titlesOf(definition, [field, ...readsOf(definition, value, people).missing]),
        });
      return [field, result];
    }),
  );
}

/** Fields in the words of the house. */
function titlesOf(definition: FormDefinition, paths: readonly string[]): string {
  return paths.map((path) => titleAt(definition, path).zh).join('、');
}

/** Nobody submits: it runs in the name of whoever began the process. */
function byItself({ user }: Ctx, { directory }: Subject) {
  return peopleOf(directory, user.id, user.id);
}

/** Sent again after a crash it carries the same key, by which the other side can know it. */
async function callOut(
  ctx: Ctx,
  { form, recordId, instanceId }: Subject,
  does: Extract<AutomaticNode['does'], { what: 'call' }>,
  timerId: string,
): Promise<string> {
  const record = await recordForProcess(reader(ctx), ctx, form.formId, recordId);
  const values = Object.fromEntries(
    does.fields.map((field) => [field, record.values[field] ?? record.slaves[field]?.map((row) => row.values) ?? null]),
  );
  const answer = await ctx.platform.outgoing.call(does.url, {
    method: does.method,
    headers: { 'content-type': 'application/json', 'idempotency-key': timerId },
    body: JSON.stringify({ formId: form.formId, recordId, instanceId, title: record.title, values }),
  });
  if (answer.status < 200 || answer.status > 299) throw new Error(`${new URL(does.url).host}: HTTP ${answer.status}`);
  return `HTTP ${answer.status}`;
}

/** Processes that start one another go no deeper: a form whose process starts itself would make records without end. */
const mostAbove = 10;

/** A record of the other form and its process, in the same transaction as the step of this one. */
async function childOf(ctx: Ctx, subject: Subject, node: SubProcessNode, timerId: string): Promise<Work> {
  const other = await subjectOfStart(ctx, node.form, '');
  if (!other) throw conflict('workflow.child.no_process');
  let made: string | undefined;
  return {
    async run(tx) {
      if ((await processesAbove(tx, subject.instanceId, mostAbove)) >= mostAbove)
        throw conflict('workflow.child.too_deep');
      const record = await recordForProcess(tx, ctx, subject.form.formId, subject.recordId);
      const child = await saveFromProcess(tx, ctx, {
        formId: node.form,
        values: valuesOf(ctx, subject, node.set, record),
        allowedFields: 'all',
      });
      await startChild(tx, ctx, { ...other, recordId: child.id });
      made = other.instanceId;
      return record;
    },
    async done(tx, { changes }) {
      const waiting = changes.timers.find((timer) => timer.kind === 'child' && timer.state === 'waiting');
      // not waited for, it is still known which step started it: the timer of that step is over, so its end sets nothing
      if (!waiting)
        return void (await tx.query({
          ...prepared(`update ${tx.schema}.workflow_instance set parent_timer = $2 where id = $1`),
          values: [made, timerId],
        }));
      // One that ended at once, since nobody had to act in it, is waited for no longer than that.
      await tx.query({
        ...prepared(`with child as (update ${tx.schema}.workflow_instance set parent_timer = $2::uuid where id = $1::uuid returning state)
        update ${tx.schema}.workflow_timer set due = now() from child where id = $2::uuid and child.state in ('finished', 'invalid')`),
        values: [made, waiting.id],
      });
    },
  };
}

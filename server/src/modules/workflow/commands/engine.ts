import { afterWork } from '@formwork/contract/enterprise/work-time.ts';
import { instantFromWall } from '@formwork/contract/forms/values/dates.ts';
import { advance } from '@formwork/process/advance.ts';
import type { Command, Outcome, World } from '@formwork/process/command.ts';
import { holds, readsOf } from '@formwork/process/conditions.ts';
import { lastActOf } from '@formwork/process/history.ts';
import type { ProcessState } from '@formwork/process/state.ts';
import { isOpen } from '@formwork/process/timer-rows.ts';
import type { Ctx } from '../../../platform/context.ts';
import { newId } from '../../../platform/ids.ts';
import { reader } from '../../../platform/db/space-data.ts';
import type { ProcessRecord } from '../../records/public.ts';
import { begunBelow } from './below.ts';
import { answersFrom, peopleOf } from '../rights/people.ts';
import { isAdministrator, type Subject } from './subject.ts';

/** Runs a command through the engine, with the organization from memory and conditions over this record. */
export function runEngine(
  ctx: Ctx,
  subject: Subject,
  state: ProcessState,
  command: Command,
  record: ProcessRecord | undefined,
): Exclude<Outcome, { kind: 'needs' }> {
  const answer = answersFrom(subject.directory);
  const textOf = (edge: string) => subject.index.edges.get(edge)?.condition ?? '';
  const input = record && {
    ...record,
    ...peopleOf(subject.directory, state.instance.initiator, ctx.user.id),
    timeZone: subject.workTime.timeZone,
  };
  const world: World = {
    now: new Date().toISOString(),
    newId,
    people: new Map(),
    decide: (edge) => (input ? holds(subject.form.definition, textOf(edge), input) : null),
    reads: (edge) => (input ? readsOf(subject.form.definition, textOf(edge), input) : { values: {}, missing: [] }),
    members: (field) => [record?.values[field] ?? []].flat().filter((id): id is string => typeof id === 'string'),
    after: ({ minutes, working }) => {
      const now = new Date();
      const plain = new Date(now.getTime() + minutes * 60_000);
      return (working ? (afterWork(subject.workTime, now, minutes) ?? plain) : plain).toISOString();
    },
    moment: (field) => momentOf(record?.values[field], subject.workTime.timeZone),
    isAdministrator: isAdministrator(ctx, subject),
  };
  for (;;) {
    const outcome = advance(subject.index, state, command, world);
    if (outcome.kind !== 'needs') return outcome;
    for (const [key, people] of answer(outcome.questions)) world.people.set(key, people);
  }
}

/** A date begins with its day, where the enterprise is. */
export function momentOf(value: unknown, timeZone: string): string | null {
  if (typeof value !== 'string' || value === '') return null;
  const text = /^\d{4}-\d{2}-\d{2}$/.test(value) ? (instantFromWall(`${value} 00:00:00`, timeZone) ?? value) : value;
  return Number.isNaN(Date.parse(text)) ? null : new Date(text).toISOString();
}

/** The task whose submission the person could take back now: tried, not guessed. */
export async function retrievableTask(ctx: Ctx, subject: Subject, state: ProcessState): Promise<string | null> {
  const act = lastActOf(state, ctx.user.id);
  if (!act) return null;
  const waits = [...state.timers.values()].some((timer) => timer.kind === 'child' && isOpen(timer));
  const begun = waits ? await begunBelow(reader(ctx), subject.instanceId, 'read') : undefined;
  return runEngine(ctx, subject, state, { kind: 'retrieve', by: ctx.user.id, task: act.task, begun }, undefined)
    .kind === 'done'
    ? act.task
    : null;
}

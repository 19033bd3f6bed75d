import type { ProcessState } from '@formwork/process/state.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Subject } from '../commands/subject.ts';

/** Of an instance, what stands in its row and no step changes, and its state as this server last wrote it. */
export interface Remembered {
  instance: { id: string; form_id: string; app_id: string; record_id: string; release: number };
  state: ProcessState;
}

interface Memory {
  /** By space and instance; the one written longest ago is first. */
  instances: Map<string, Remembered>;
  /** By space and open task. */
  tasks: Map<string, Remembered>;
}

const mostInstances = 2_000;
/** What has many tasks is read again: memory is for the many small ones. */
const mostTasks = 50;

// One memory per platform: tests run several servers in a process.
const memories = new WeakMap<Platform, Memory>();

type Where = Pick<Ctx, 'platform' | 'spaceId'>;

/**
 * Keeps the state that a committed step left, so that the next one need not read it. It holds as long as the instance, once
 * locked, is at the same version, for every step makes the next. Clocks are set without a step, so what has any is read.
 */
export function remember(where: Where, { instanceId, recordId, release, form }: Subject, state: ProcessState): void {
  const { instances, tasks } = memoryOf(where.platform);
  const key = `${where.spaceId} ${instanceId}`;
  forget(where, key);
  const lives = state.instance.state === 'processing';
  if (!lives || state.timers.size > 0 || state.tasks.size > mostTasks) return;
  const kept: Remembered = {
    instance: { id: instanceId, form_id: form.formId, app_id: form.appId, record_id: recordId, release },
    state: asRead(state),
  };
  instances.set(key, kept);
  for (const task of openTaskIds(state)) tasks.set(`${where.spaceId} ${task}`, kept);
  if (instances.size > mostInstances) forget(where, instances.keys().next().value!);
}

/** The instance of a task in which the person has or had a part, if this server remembers it. */
export function rememberedOfTask(where: Where, taskId: string, person: string): Remembered['instance'] | undefined {
  const known = memoryOf(where.platform).tasks.get(`${where.spaceId} ${taskId}`);
  return known && [...known.state.actors.values()].some((actor) => actor.task === taskId && actor.person === person)
    ? known.instance
    : undefined;
}

export function rememberedState(where: Where, instanceId: string): ProcessState | undefined {
  return memoryOf(where.platform).instances.get(`${where.spaceId} ${instanceId}`)?.state;
}

function forget({ platform, spaceId }: Where, key: string): void {
  const { instances, tasks } = memoryOf(platform);
  const known = instances.get(key);
  if (!known) return;
  instances.delete(key);
  for (const task of openTaskIds(known.state)) tasks.delete(`${spaceId} ${task}`);
}

function openTaskIds(state: ProcessState): string[] {
  return [...state.tasks.values()].filter((task) => task.state === 'open').map((task) => task.id);
}

/** In the order in which rows are read. */
function asRead(state: ProcessState): ProcessState {
  const byId = <Row extends { id: string }>(rows: ReadonlyMap<string, Row>) =>
    new Map([...rows].sort(([one], [other]) => (one < other ? -1 : 1)));
  const actors = [...byId(state.actors)].sort(([, one], [, other]) => one.order - other.order || one.step - other.step);
  return {
    instance: state.instance,
    executions: byId(state.executions),
    arrivals: byId(state.arrivals),
    tasks: byId(state.tasks),
    actors: new Map(actors),
    timers: byId(state.timers),
  };
}

function memoryOf(platform: Platform): Memory {
  let memory = memories.get(platform);
  if (!memory) memories.set(platform, (memory = { instances: new Map(), tasks: new Map() }));
  return memory;
}

import { hash } from 'node:crypto';
import type { Text } from '@formwork/contract/text.ts';
import { z } from 'zod';
import type { Ctx } from './context.ts';
import { inSpace, spaceQuery, spaceSchema, type SpaceTx } from './db/space-data.ts';
import type { LoggedEvent } from './events/events.ts';
import type { ActsAs } from './runs/runs.ts';
import type { Platform } from './platform.ts';

/** What rules and flows may do, as a module brings it. Its input is judged with the rights of who it acts as. */
export interface Action<Input = unknown, Output = unknown> {
  title: Text;
  input: z.ZodType<Input>;
  output: z.ZodType<Output>;
  /** `space` writes beside the records alone; `outside` reaches beyond the house and is carried out by a run. */
  effect: 'space' | 'outside';
  /** It writes nothing: done again it does no harm, and its answer is not kept. */
  reads?: true;
  actsAs: readonly ActsAs[];
  /** Given the same key again it has the same effect once: what it makes takes its ids from the key (`idOf`). */
  run(ctx: Ctx, input: Input, key: string): Promise<Output>;
  /** The same in the caller's transaction of the space: it is there with what the caller writes, or not at all. */
  runIn?(ctx: Ctx, tx: SpaceTx, input: Input, key: string): Promise<Output>;
  /** What is wrong with how a flow calls it, before it is released: what is chosen as it stands, and for what there are expressions. */
  problems?(at: Pick<Ctx, 'platform' | 'spaceId'>, call: DrawnCall): Promise<CallProblem[]>;
  /** Whether this input lets it be done there; always where it is left out. */
  joins?(ctx: Ctx, input: Input): Promise<boolean>;
}

interface DrawnCall {
  set: Readonly<Record<string, unknown>>;
  /** `part` or `part/name`. */
  names: readonly string[];
}

interface CallProblem {
  code: string;
  data?: Record<string, unknown>;
}

/** What rules and flows may begin with. */
export interface Trigger<Filter = unknown, Payload = unknown> {
  title: Text;
  /** Types of events. */
  of: readonly string[];
  filter: z.ZodType<Filter>;
  payload: z.ZodType<Payload>;
  /** What an event means, or undefined where it is of no concern to anybody. */
  read(platform: Platform, spaceId: string, event: LoggedEvent): Promise<Payload | undefined> | Payload | undefined;
  /** Whether somebody who chose this filter hears of it. */
  fits(filter: Filter, payload: Payload): boolean;
}

export function action<Input, Output>(one: Action<Input, Output>): Action {
  return {
    ...one,
    run: (ctx, input, key) => one.run(ctx, one.input.parse(input), key),
    ...(one.joins && { joins: async (ctx, input) => one.joins!(ctx, one.input.parse(input)) }),
    ...(one.runIn && { runIn: (ctx, tx, input, key) => one.runIn!(ctx, tx, one.input.parse(input), key) }),
  };
}

export function trigger<Filter, Payload>(one: Trigger<Filter, Payload>): Trigger {
  return { ...one, fits: (filter, payload) => one.fits(one.filter.parse(filter), one.payload.parse(payload)) };
}

interface Known {
  actions: ReadonlyMap<string, Action>;
  triggers: ReadonlyMap<string, Trigger>;
}

const known = new WeakMap<Platform, Known>();

/** Once per process. What no module brings is not offered. */
export function knowActions(
  platform: Platform,
  modules: readonly { actions?: Record<string, Action>; triggers?: Record<string, Trigger> }[],
): void {
  known.set(platform, {
    actions: new Map(modules.flatMap(({ actions = {} }) => Object.entries(actions))),
    triggers: new Map(modules.flatMap(({ triggers = {} }) => Object.entries(triggers))),
  });
}

export function actionOf(platform: Platform, name: string): Action | undefined {
  return known.get(platform)?.actions.get(name);
}

export function triggerOf(platform: Platform, name: string): Trigger | undefined {
  return known.get(platform)?.triggers.get(name);
}

/** Triggers that look at events of these types. */
export function triggerNamesOf(platform: Platform, types: readonly string[]): string[] {
  const seen = new Set(types);
  const looksAt = (of: string): boolean =>
    of.endsWith('.') ? [...seen].some((type) => type.startsWith(of)) : seen.has(of);
  return [...(known.get(platform)?.triggers ?? [])].filter(([, { of }]) => of.some(looksAt)).map(([name]) => name);
}

/** What a designer chooses from, with the shape of what each is given. */
export function offered(platform: Platform) {
  const { actions, triggers } = known.get(platform) ?? { actions: new Map(), triggers: new Map() };
  const shape = (schema: z.ZodType, io: 'input' | 'output') =>
    z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>;
  return {
    actions: [...(actions as Known['actions'])].map(([name, { title, input, output, effect, actsAs }]) => ({
      name,
      title,
      effect,
      actsAs: [...actsAs],
      input: shape(input, 'input'),
      output: shape(output, 'output'),
    })),
    triggers: [...(triggers as Known['triggers'])].map(([name, { title, filter, payload }]) => ({
      name,
      title,
      filter: shape(filter, 'input'),
      payload: shape(payload, 'output'),
    })),
  };
}

/**
 * Carries an action out once by its key (`run:node:round`): asked again, it answers what it answered. Broken off before its answer is
 * kept it is carried out again with the same key, which its own ids follow from.
 */
export async function runAction(ctx: Ctx, name: string, input: unknown, key: string): Promise<unknown> {
  const { platform, spaceId } = ctx;
  const one = actionOf(platform, name);
  if (!one) throw new Error(`nobody brings the action ${name}`);
  if (one.reads) return one.output.parse(await one.run(ctx, input, key)) ?? null;
  const { rows } = await spaceQuery<{ output: unknown }>(platform, {
    text: `select output from ${spaceSchema(spaceId)}.action_done where key = $1`,
    values: [key],
  });
  if (rows[0]) return rows[0].output;
  const output = one.output.parse(await one.run(ctx, input, key)) ?? null;
  await inSpace(ctx, (tx) =>
    tx.query({
      text: `insert into ${tx.schema}.action_done (key, output, at) values ($1, $2, $3) on conflict (key) do nothing`,
      values: [key, JSON.stringify(output), new Date()],
    }),
  );
  return output;
}

/** An id that follows from a key: whoever comes with the key again means the same thing. */
export function idOf(key: string): string {
  const hex = hash('sha256', key, 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

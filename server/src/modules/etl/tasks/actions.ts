import type { EtlTask } from '@formwork/contract/etl/task.ts';
import { z } from 'zod';
import { action } from '../../../platform/actions.ts';
import { idOfAsked } from '../../../platform/runs/run-ids.ts';
import { releasedOf, requireOn } from '../../definitions/public.ts';
import { readGlobals } from '../flows/globals.ts';
import { startTask } from './start.ts';

const GivenValue = z.union([z.string().max(1_000), z.number(), z.null()]);
/** Of a call, before the name of a parameter whose value an expression says. */
const part = 'parameters/';

export const taskActions = {
  'etl.run': action({
    title: { zh: '运行数据任务', en: 'Run a data task' },
    input: z.object({
      task: z.string().min(1).max(200),
      day: z.iso.date().optional(),
      /** By the names of its parameters; a number as well as its text. */
      parameters: z.record(z.string().max(60), GivenValue).optional(),
    }),
    output: z.object({ run: z.uuid() }),
    effect: 'space',
    // a task reads and writes in somebody's name
    actsAs: ['person', 'author'],
    async run(ctx, { task, day, parameters = {} }, key) {
      await requireOn(ctx, 'etl_task', task, 'use');
      // nothing is what the task itself says
      const given = Object.entries(parameters).flatMap(([name, value]) =>
        value === null ? [] : [[name, String(value)]],
      );
      const options = { id: idOfAsked(key), trigger: 'flow', day, parameters: Object.fromEntries(given) };
      const { id } = await startTask(ctx, task, options);
      return { run: id };
    },
    async problems(at, { set, names }) {
      const { task } = set;
      if (typeof task !== 'string' || task === '') return [];
      const released = await releasedOf<EtlTask>(at.platform, at.spaceId, 'etl_task', task);
      if (!released) return [];
      const { parameters } = released.body;
      const given = names.flatMap((name) => (name.startsWith(part) ? [name.slice(part.length)] : []));
      const unknown = given.filter((name) => !parameters.some((one) => one.name === name));
      const open = parameters.filter(({ name, value, required }) => required && value === '' && !given.includes(name));
      const known = new Set(
        open.length > 0 ? (await readGlobals(at)).filter(({ value }) => value !== '').map(({ name }) => name) : [],
      );
      return [
        ...unknown.map((name) => ({ code: 'etl.problem.no_parameter', data: { name } })),
        ...open
          .filter(({ name }) => !known.has(name))
          .map(({ name }) => ({ code: 'etl.parameter.missing', data: { name } })),
      ];
    },
  }),
};

import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import type { Subscriber } from '../../platform/events/events.ts';
import { lookAtTable } from '../etl/public.ts';
import { asPerson, asSystem } from '../identity/public.ts';
import { registerFacts } from './register.ts';
import { written } from './written-tables.ts';
import { endedTasks } from './ended-tasks.ts';

/** Once a task has run, the tables that it wrote are looked at as its owner may. */
export const lookAfterTasks: Subscriber = {
  name: 'assets.tables',
  start: 'now',
  types: ['runs.ended'],
  async handle(platform, spaceId, events) {
    const tasks = endedTasks(events);
    if (tasks.length === 0) return;
    const schema = spaceSchema(spaceId);
    const { rows } = await spaceQuery<{ guard: string; schema: string; name: string; owner: string }>(platform, {
      text: `select distinct a.guard, a.facts->>'schema' as schema, a.facts->>'name' as name, t.owner from ${schema}.assets_asset t
        join ${schema}.assets_edge e on e.from_asset = t.id and e.valid_to is null join ${schema}.assets_asset a on a.id = e.to_asset
        where t.kind = 'etl_task' and t.ref = any($1::text[]) and t.owner is not null and a.kind = 'table' and a.facts->>'known' = '${written}'`,
      values: [tasks],
    });
    const doer = asSystem(platform, spaceId, 'assets.register');
    for (const { guard, schema: place, name, owner } of rows) {
      try {
        const ctx = await asPerson({ platform, spaceId }, owner, 'a table that a data task wrote is looked at');
        const facts = await lookAtTable(ctx, guard, place, name);
        if (facts) await registerFacts(doer, [facts]);
      } catch (error) {
        platform.log.warn({ err: error, table: name }, 'a table that a data task wrote could not be looked at');
      }
    }
  },
};

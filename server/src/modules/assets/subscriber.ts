import { nobody } from '@formwork/contract/nobody.ts';
import { assetSources, type AssetFacts } from '../../platform/assets.ts';
import type { LoggedEvent, Subscriber } from '../../platform/events/events.ts';
import { reader } from '../../platform/db/space-data.ts';
import type { Platform } from '../../platform/platform.ts';
import { asSystem } from '../identity/public.ts';
import { endAssets, registerFacts } from './register.ts';
import { dayOf, zoneOf } from '../enterprise/public.ts';
import { noteUses } from './usage.ts';

/** Things are registered as they are released, changed or gone. What is read is how they stand now, so repeating does no harm. */
export const assetSubscriber: Subscriber = {
  name: 'assets.register',
  start: 'now',
  types: ['definitions.', 'forms.', 'views.view.', 'iot.product.'],
  async handle(platform, spaceId, events) {
    const doer = asSystem(platform, spaceId, 'assets.register');
    const [found, gone]: [AssetFacts[], { kind: string; id: string }[]] = [[], []];
    for (const source of assetSources(platform)) {
      const things = new Map(
        events.flatMap((event) => source.changed?.(event) ?? []).map((thing) => [`${thing.kind} ${thing.id}`, thing]),
      );
      for (const [kind, some] of Map.groupBy(things.values(), (thing) => thing.kind)) {
        const ids = some.map(({ id }) => id);
        const facts = (await source.describe?.({ platform, spaceId }, kind, ids)) ?? [];
        const there = new Set(facts.map(({ id }) => id));
        found.push(...facts);
        const known = await guardedBy({ platform, spaceId }, kind, ids);
        for (const id of [...ids, ...known]) if (!there.has(id)) gone.push({ kind, id });
      }
    }
    await registerFacts(doer, found);
    await endAssets(doer, gone);
  },
};

/** What was there of these things: of one there may be several assets, or none any more. */
async function guardedBy(where: { platform: Platform; spaceId: string }, kind: string, guards: readonly string[]) {
  const from = reader(where);
  const { rows } = await from.query<{ ref: string }>({
    text: `select ref from ${from.schema}.assets_asset where kind = $1 and guard = any($2::text[]) and state in ('live', 'deprecated')`,
    values: [kind, guards],
  });
  return rows.map(({ ref }) => ref);
}

/** Records that people write are a use of their form; runs that somebody began of what they carry out. */
export const usageSubscriber: Subscriber = {
  name: 'assets.usage',
  start: 'now',
  types: ['records.created', 'records.updated', 'runs.ended'],
  // whoever writes much counts up one row: rarely is enough
  gathers: true,
  handle: (platform, spaceId, events) => noteUses({ platform, spaceId }, usesIn(platform, spaceId, events)),
};

const runKinds: Readonly<Record<string, string>> = {
  'etl.task': 'etl_task',
  'etl.flow': 'etl_flow',
  'orchestration.flow': 'orchestration',
};

function usesIn(platform: Platform, spaceId: string, events: readonly LoggedEvent[]) {
  const zone = zoneOf(platform, spaceId);
  const uses = new Map<string, Parameters<typeof noteUses>[1][number]>();
  for (const { actor, at, type, data } of events) {
    const of = type === 'runs.ended' ? runKinds[String(data.kind)] : 'form';
    const ref = type === 'runs.ended' ? data.definition : data.formId;
    if (actor === null || actor === nobody || of === undefined || typeof ref !== 'string') continue;
    const use = { kind: of, ref, person: actor, by: 'person' as const, day: dayOf(at, zone), n: 1 };
    const key = `${use.kind} ${use.ref} ${use.person} ${use.day}`;
    const known = uses.get(key);
    if (known) known.n += 1;
    else uses.set(key, use);
  }
  return [...uses.values()];
}

import { assetSources, type AssetFacts } from '../../platform/assets.ts';
import type { LoggedEvent, Subscriber } from '../../platform/events/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { zoneOf } from '../enterprise/public.ts';
import { asSystem } from '../identity/public.ts';
import { endAssets, registerFacts } from './register.ts';
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
        gone.push(...some.filter(({ id }) => !there.has(id)));
      }
    }
    await registerFacts(doer, found);
    await endAssets(doer, gone);
  },
};

/** Records that people write are a use of their form. */
export const usageSubscriber: Subscriber = {
  name: 'assets.usage',
  start: 'now',
  types: ['records.created', 'records.updated'],
  handle: (platform, spaceId, events) => noteUses({ platform, spaceId }, usesIn(platform, spaceId, events)),
};

function usesIn(platform: Platform, spaceId: string, events: readonly LoggedEvent[]) {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: zoneOf(platform, spaceId) });
  const uses = new Map<string, { kind: string; ref: string; person: string; day: string; n: number }>();
  for (const { actor, at, data } of events) {
    if (actor === null || typeof data.formId !== 'string') continue;
    const use = { kind: 'form', ref: data.formId, person: actor, day: day.format(at), n: 1 };
    const key = `${use.ref} ${use.person} ${use.day}`;
    const known = uses.get(key);
    if (known) known.n += 1;
    else uses.set(key, use);
  }
  return [...uses.values()];
}

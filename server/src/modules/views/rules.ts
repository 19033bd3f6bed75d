import { inControl } from '../../platform/db/db.ts';
import type { Subscriber } from '../../platform/events/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { knowUsers } from '../forms/public.ts';
import { knowViewRules, type ViewRules } from '../records/public.ts';
import { rulesChanged as changed, viewUsers } from './references.ts';

const mostKnown = 5_000;

/** Tells whoever saves records what shared labels refuse. A person's own label binds nobody else. Once per process. */
export function startViews(platform: Platform): void {
  knowUsers(platform, 'views', viewUsers);
  const known = new Map<string, ViewRules>();
  let changes = 0;
  const forget = (which: () => void) => {
    changes += 1;
    which();
  };
  platform.bus.on(changed, ({ spaceId, formId }) => forget(() => known.delete(`${String(spaceId)} ${String(formId)}`)));
  platform.bus.on('reconnected', () => forget(() => known.clear()));
  knowViewRules(platform, async (spaceId, formId) => {
    const key = `${spaceId} ${formId}`;
    const there = known.get(key);
    if (there) return there;
    const before = changes;
    const rules = await readRules(platform, spaceId, formId);
    if (known.size >= mostKnown) known.clear();
    // what changed while it was read is read again next time
    if (before === changes) known.set(key, rules);
    return rules;
  });
}

export const viewRulesSubscriber: Subscriber = {
  name: 'views.time_rules',
  start: 'now',
  types: ['views.view.'],
  handle(platform, spaceId, events) {
    for (const { data } of events)
      if (typeof data.formId === 'string') platform.bus.publish({ kind: changed, spaceId, formId: data.formId });
    return Promise.resolve();
  },
};

/** Asked for by those who save, inside their transactions. */
async function readRules(platform: Platform, spaceId: string, formId: string): Promise<ViewRules> {
  const rows = await inControl(platform.facts, spaceId, (tx) =>
    tx
      .selectFrom('views.view')
      .select('settings')
      .where('form_id', '=', formId)
      .where('person_id', 'is', null)
      .where('type', 'in', ['occupancy', 'board'])
      .execute(),
  );
  const settings = rows.map((row) => row.settings);
  return {
    times: settings.flatMap(({ occupancy }) =>
      occupancy?.conflict === 'refuse'
        ? [{ resource: occupancy.resource, start: occupancy.start, end: occupancy.end }]
        : [],
    ),
    limits: settings.flatMap(({ board, filter }) =>
      Object.keys(board?.limits ?? {}).length > 0 ? [{ column: board!.column, limits: board!.limits!, filter }] : [],
    ),
  };
}

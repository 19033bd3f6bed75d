import type { ButtonSettings } from '@formwork/contract/forms/buttons.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import { inControl } from '../../../platform/db/db.ts';
import { notFound } from '../../../platform/errors.ts';
import type { LoggedEvent, Subscriber } from '../../../platform/events/events.ts';
import type { Platform } from '../../../platform/platform.ts';
import { withDictionaries } from '../dictionary-options.ts';
import { buttonSettingsOf } from '../rights/button-settings.ts';
import { speakersOf, withSources } from '../links.ts';
import { rulesOf } from '../rights/rules.ts';

/** A form as it is in use: its last release and the rules of today. */
export interface ReleasedForm {
  spaceId: string;
  formId: string;
  appId: string;
  release: number;
  definition: FormDefinition;
  /** Those of its application and its own. */
  rules: PermissionRule[];
  appRules: PermissionRule[];
  /** Those of its application under its own. */
  buttons: ButtonSettings;
  /** Forms in use that speak of this one, by relations or roll-ups. */
  speakers: readonly string[];
}

/** Bus message: a form was released, or its rules or buttons changed; `formId` null where that may be any of the space. */
export const formsChanged = 'forms.changed';

type Cache = Map<string, Promise<ReleasedForm | undefined>>;

// one cache per platform: tests run several servers in a process
const caches = new WeakMap<Platform, Cache>();

/**
 * The released form from memory. The object stays the same until the form is released again or its rules change, so what
 * is compiled from it can hang on it.
 */
export async function releasedForm(
  ctx: { platform: Platform; spaceId: string },
  formId: string,
): Promise<ReleasedForm> {
  const cache = cacheOf(ctx.platform);
  const key = keyOf(ctx.spaceId, formId);
  let found = cache.get(key);
  if (!found) {
    found = load(ctx, formId);
    cache.set(key, found);
    // neither a failure nor an absence is kept: the form may be there the next moment
    found.then(
      (form) => {
        if (!form && cache.get(key) === found) cache.delete(key);
      },
      () => {
        if (cache.get(key) === found) cache.delete(key);
      },
    );
  }
  const form = await found;
  if (!form) throw notFound('forms.form.not_found');
  return form;
}

/** Call after the commit. Other processes are told by the bus. */
export function forgetForm(platform: Platform, spaceId: string, formId: string): void {
  cacheOf(platform).delete(keyOf(spaceId, formId));
  platform.bus.publish({ kind: formsChanged, spaceId, formId });
}

/** A process that ends between commit and message leaves the others with the old rules: the event log does not. */
export const releasedSubscriber: Subscriber = {
  name: 'forms.released',
  start: 'now',
  types: [
    'forms.permission.changed',
    'forms.buttons.changed',
    'forms.released',
    'forms.form.removed',
    'forms.form.restored',
    'basedata.dictionary.',
  ],
  handle(platform, spaceId, events) {
    const isOfForm = ({ type, data }: LoggedEvent): boolean => type.startsWith('forms.') && typeof data.id === 'string';
    for (const event of events) {
      if (!isOfForm(event)) continue;
      for (const id of [event.data.id, ...((event.data.linked as string[] | undefined) ?? [])])
        platform.bus.publish({ kind: formsChanged, spaceId, formId: id });
    }
    // which forms use a dictionary nobody keeps: all are read again
    if (events.some((event) => !isOfForm(event))) platform.bus.publish({ kind: formsChanged, spaceId, formId: null });
    return Promise.resolve();
  },
};

/** Once per process. */
export function listenForChanges(platform: Platform): void {
  platform.bus.on(formsChanged, ({ spaceId, formId }) => {
    const cache = cacheOf(platform);
    if (formId !== null) cache.delete(keyOf(String(spaceId), String(formId)));
    else for (const key of cache.keys()) if (key.startsWith(keyOf(String(spaceId), ''))) cache.delete(key);
  });
  platform.bus.on('reconnected', () => cacheOf(platform).clear());
}

async function load(
  { platform, spaceId }: { platform: Platform; spaceId: string },
  formId: string,
): Promise<ReleasedForm | undefined> {
  return inControl(platform.facts, spaceId, async (tx) => {
    const row = await tx
      .selectFrom('forms.form as form')
      .innerJoin('forms.release as release', (join) =>
        join
          .onRef('release.form_id', '=', 'form.id')
          .onRef('release.number', '=', 'form.release')
          .onRef('release.space_id', '=', 'form.space_id'),
      )
      .select(['form.id', 'form.app_id', 'release.number', 'release.definition'])
      .where('form.id', '=', formId)
      .where('form.removed_at', 'is', null)
      .executeTakeFirst();
    if (!row) return undefined;
    const appRules = (await rulesOf(tx, 'app', [row.app_id])).get(row.app_id) ?? [];
    const rules = [...appRules, ...((await rulesOf(tx, 'form', [formId])).get(formId) ?? [])];
    return {
      spaceId,
      formId,
      appId: row.app_id,
      release: row.number,
      definition: await withSources(tx, formId, await withDictionaries(tx, row.definition)),
      rules,
      appRules,
      buttons: await buttonSettingsOf(tx, row.app_id, formId),
      speakers: await speakersOf(tx, formId),
    };
  });
}

function cacheOf(platform: Platform): Cache {
  let cache = caches.get(platform);
  if (!cache) caches.set(platform, (cache = new Map()));
  return cache;
}

function keyOf(spaceId: string, formId: string): string {
  return `${spaceId}/${formId}`;
}

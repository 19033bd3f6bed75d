import type { Dashboard, DashboardFilter } from '@formwork/contract/analytics/definition.ts';
import type { ChosenValues, EmbeddedKind, OfferedFilter, Offers } from '@formwork/contract/analytics/embed-api.ts';
import { controlOf, filterCondition, picksOfFilter } from '@formwork/contract/analytics/filter-condition.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import { fieldKind } from '@formwork/contract/forms/field.ts';
import type { ValueKind } from '@formwork/contract/forms/values/value.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { Ctx } from '../../../platform/context.ts';
import { AppError, forbidden, invalid } from '../../../platform/errors.ts';
import { keyedHashes } from '../../../platform/secrets.ts';
import { zoneOf } from '../../enterprise/public.ts';
import { releasedDashboard } from '../charts.ts';
import { valuesOf } from '../filter-values.ts';
import { holdsId, labelForVisitors } from '../for-visitors.ts';
import type { Pick } from '../question.ts';
import { chartSource } from '../result.ts';

/** An embedding as one token shows it: with whose eyes, of what, and what is fixed and offered. */
export interface Embedded {
  maker: Ctx;
  kind: EmbeddedKind;
  thing: string;
  /** Keys of viewers are its own: they say nothing elsewhere. */
  embedding: string;
  fixed: readonly Pick[];
  sources: readonly string[];
  offers: Offers;
}

/** Refuses what the thing has not. Filters of fields that the person does not see are signed and never shown: see `filtersOffered`. */
export async function requireOffered(ctx: Ctx, kind: EmbeddedKind, thing: string, offers?: Offers): Promise<void> {
  const { filters = [], files = [] } = offers ?? {};
  const there = kind === 'dashboard' ? (await releasedDashboard(ctx, thing)).body.filters : [];
  const refuse = (path: string): never => {
    throw invalid('analytics.embed.not_offered', [{ path, code: 'analytics.embed.not_offered' }]);
  };
  // a screen has no files
  if (kind === 'screen' && files.length > 0) refuse('body.offers.files');
  for (const [at, id] of filters.entries()) {
    if (!there.some((one) => one.id === id)) refuse(`body.offers.filters.${at}`);
  }
}

interface Offered {
  filter: DashboardFilter;
  kind: ValueKind;
  title: string;
}

/** Filters that the token offers, as far as whoever signed it still sees their fields: of the others nothing is said. */
export async function filtersOffered(shown: Embedded): Promise<Offered[]> {
  const { maker, kind, thing, offers, fixed, sources } = shown;
  if (kind !== 'dashboard' || offers.filters.length === 0) return [];
  const { body } = await releasedDashboard(maker, thing);
  const found = await Promise.all(
    offeredOf(body, offers)
      // what came to it later from elsewhere is narrowed by nothing that is fixed
      .filter(({ form }) => fixed.length === 0 || sources.includes(form))
      .map(async (filter): Promise<Offered[]> => {
        const field = await seenField(maker, filter);
        if (!field) return [];
        return [{ filter, kind: fieldKind(field), title: textIn(filter.title ?? field.title, maker.locale) }];
      }),
  );
  return found.flat();
}

export function filterForViewers({ filter, kind, title }: Offered): OfferedFilter {
  return { id: filter.id, title, control: controlOf(kind) };
}

/** What a viewer chose, as conditions that this server makes of it: in the order of the bar, as the values were offered. */
export async function picksChosen(shown: Embedded, chosen: ChosenValues): Promise<Pick[]> {
  if (chosen.length === 0) return [];
  const offered = await filtersOffered(shown);
  if (!chosen.every(({ filter: id }) => offered.some(({ filter }) => filter.id === id)))
    throw forbidden('analytics.embed.not_offered');
  const zone = zoneOf(shown.maker.platform, shown.maker.spaceId);
  const picks: Pick[] = [];
  for (const one of offered) {
    const values = chosen.find(({ filter }) => filter === one.filter.id)?.values;
    const where = values && (await conditionChosen(shown, one, values, picks, zone));
    if (where) picks.push(...picksOfFilter(one.filter, where));
  }
  return picks;
}

/** What a filter cannot be set to is told by what the filter is called here: no id of a field leaves the house. */
export async function sayingWhich<T>(shown: Embedded, chosen: ChosenValues, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'records.list.bad_filter') throw error;
    const paths = new Set(error.fields?.map(({ path }) => path));
    const which = (await filtersOffered(shown)).find(
      ({ filter }) =>
        chosen.some((one) => one.filter === filter.id) &&
        [filter, ...(filter.same ?? [])].some(({ field }) => paths.has(field)),
    );
    throw which ? valueWrong(which) : new AppError('analytics.picks.wrong');
  }
}

function valueWrong({ title }: Offered): AppError {
  return new AppError('analytics.embed.value_wrong', { filter: title });
}

async function conditionChosen(
  shown: Embedded,
  one: Offered,
  values: readonly (string | null)[],
  narrowing: readonly Pick[],
  zone: string,
): Promise<Condition | undefined> {
  const { kind } = one;
  const { field } = one.filter;
  if (controlOf(kind) !== 'values') return filterCondition(field, kind, bounds(one, values), zone);
  const given = values.filter((value) => value !== null);
  const meant = await keysMeant(shown, one, given, narrowing);
  // what stands for nothing any more is nothing, not everything: an empty list of parts would be true
  if (given.length > 0 && meant.length === 0)
    return { all: ['isEmpty' as const, 'notEmpty' as const].map((operator) => ({ field, operator })) };
  return filterCondition(field, kind, meant, zone);
}

/** The values of an offered filter: those before it in the bar narrow them, and what is fixed. */
export async function valuesOffered(
  shown: Embedded,
  id: string,
  chosen: ChosenValues,
): Promise<{ value: string; label: string }[]> {
  const offered = await filtersOffered(shown);
  const at = offered.findIndex(({ filter }) => filter.id === id);
  const one = offered[at];
  if (!one) throw forbidden('analytics.embed.not_offered');
  if (controlOf(one.kind) !== 'values') return [];
  const before = new Set(offered.slice(0, at).map(({ filter }) => filter.id));
  const { rows, labels } = await sayingWhich(shown, chosen, async () => {
    const narrowing = await picksChosen(
      shown,
      chosen.filter(({ filter }) => before.has(filter)),
    );
    return readValues(shown, one, narrowing);
  });
  return rows.map((key) => ({ value: shownKey(shown, key), label: labelForVisitors(labels[key] ?? key) }));
}

function offeredOf({ filters }: Dashboard, offers: Offers): DashboardFilter[] {
  return filters.filter(({ id }) => offers.filters.includes(id));
}

async function seenField(ctx: Ctx, { form, field }: DashboardFilter) {
  try {
    return (await chartSource(ctx, form)).fields.find(({ id }) => id === field);
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return undefined;
    throw error;
  }
}

async function readValues({ maker, fixed }: Embedded, { filter }: Offered, narrowing: readonly Pick[]) {
  const { columns, rows } = await valuesOf(maker, filter.form, filter.field, [...fixed, ...narrowing]);
  return { rows: rows.map(([key]) => String(key)), labels: columns[0]?.labels ?? {} };
}

const keyMark = 'k~';

/** No id of a person, department or record leaves the house: a key of this embedding stands for it. */
function shownKey(shown: Embedded, key: string): string {
  return standsBehindKey(key) ? keysFor(shown, key)[0]! : key;
}

/** Also what only looks like such a key, which would be taken for one. */
function standsBehindKey(value: string): boolean {
  return holdsId.test(value) || value.startsWith(keyMark);
}

function keysFor({ maker, embedding }: Embedded, key: string): string[] {
  return keyedHashes(maker.platform.config, `analytics.embed.value:${embedding}`, key).map((one) => keyMark + one);
}

/** The values that were given, and those that keys stand for; keys that stand for nothing are left out. */
async function keysMeant(
  shown: Embedded,
  one: Offered,
  given: readonly string[],
  narrowing: readonly Pick[],
): Promise<string[]> {
  const byKey = new Map<string, string>();
  const isOpen = (value: string) => value.startsWith(keyMark) && !byKey.has(value);
  // those offered now; of a filter that is one of other forms too also those that the others leave nothing of here
  for (const by of one.filter.same?.length && narrowing.length > 0 ? [narrowing, []] : [narrowing]) {
    if (!given.some(isOpen)) break;
    const { rows } = await readValues(shown, one, by);
    for (const row of rows.filter(standsBehindKey)) for (const key of keysFor(shown, row)) byKey.set(key, row);
  }
  return given.flatMap((value) => byKey.get(value) ?? (value.startsWith(keyMark) ? [] : value));
}

/** Two bounds, each a day or a number as its field has them. */
function bounds(one: Offered, values: readonly (string | null)[]): (string | null)[] {
  const fits = one.kind === 'number' ? /^-?\d{1,30}(\.\d{1,20})?$/ : /^\d{4}-\d{2}-\d{2}$/;
  if (values.length > 2 || !values.every((value) => value === null || value === '' || fits.test(value)))
    throw valueWrong(one);
  return [...values];
}

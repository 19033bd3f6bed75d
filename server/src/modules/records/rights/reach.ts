import { comparisonsIn, type Condition } from '@formwork/contract/condition/condition.ts';
import { decideInMemory, type OwnUnits } from '@formwork/contract/condition/run.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import type { FieldValue } from '@formwork/contract/forms/values/value.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { TextRow } from '../../../platform/db/text-query.ts';
import type { Reach, Rights, Rows } from '../../forms/public.ts';
import { leftOutByAll, reachOfRule } from '../../forms/public.ts';
import { departmentsUnder, directoryOf, placeOf, unitsOf, type Place } from '../../organization/public.ts';
import { systemColumns } from '../plan/columns.ts';
import type { CompileOptions } from '../read/condition-sql.ts';
import type { Held } from './held.ts';
import type { Mask } from './mask.ts';
import { systemStart, type FormPlan, type StoredRecord } from '../plan/plan.ts';

/** Whose eyes a record is seen with. */
export interface Viewer {
  id: string;
  /** Asked for only where a rule speaks of departments. */
  place: () => Place;
  /** Posts and roles; asked for only where a condition speaks of them. */
  mine: () => OwnUnits;
  /** Departments and all below them. */
  under: (departments: readonly string[]) => readonly string[];
}

/** What a list is read with. */
export interface Eyes {
  rights: Rights;
  viewer: Viewer;
  /** Grants on single records that are heeded. */
  held: Held;
  /** The part of all records that they are known to see by their departments, 0 to 1. */
  share?: number;
  /** What the filter asks of other tables. */
  rowsOf?: CompileOptions['rowsOf'];
}

/** A record as rules ask it. */
export interface RowFacts {
  id: string;
  owner: string | null;
  department: string | null;
  valueOf: (field: string) => FieldValue;
}

const ownerPlace = systemColumns.findIndex(({ id }) => id === '_owner');
const departmentPlace = systemColumns.findIndex(({ id }) => id === '_department');

export async function viewerOf(ctx: Pick<Ctx, 'platform' | 'spaceId'> & { user: { id: string } }): Promise<Viewer> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  return {
    id: ctx.user.id,
    place: () => placeOf(directory, ctx.user.id),
    mine: () => unitsOf(directory, ctx.user.id),
    under: (departments) => departmentsUnder(directory, departments),
  };
}

/** A row of a plan's select list. */
export function factsOfRow(plan: FormPlan, row: TextRow): RowFacts {
  const system = systemStart + plan.own.length;
  return {
    id: row[0] ?? '',
    owner: row[system + ownerPlace] ?? null,
    department: row[system + departmentPlace] ?? null,
    valueOf(field) {
      const index = plan.columns.findIndex(({ id }) => id === field);
      const text = row[systemStart + index];
      return index < 0 || text === null || text === undefined ? null : (plan.columns[index]?.value(text) ?? null);
    },
  };
}

export function factsOfRecord({ id = '', values }: Pick<StoredRecord, 'values'> & { id?: string }): RowFacts {
  const first = (value: FieldValue | undefined): string | null =>
    Array.isArray(value) && typeof value[0] === 'string' ? value[0] : null;
  return {
    id,
    owner: first(values._owner),
    department: first(values._department),
    valueOf: (field) => values[field] ?? null,
  };
}

/** Whether an action reaches a record; the same answer as the SQL of `reachSql`. */
export function reaches(plan: FormPlan, reach: Reach, row: RowFacts, viewer: Viewer): boolean {
  if (reach === null || reach === 'all') return reach === 'all';
  if (reach === 'own') return row.owner === viewer.id;
  return (
    inRows(plan, reach, row, viewer, 'grants') && !(reach.except && inRows(plan, reach.except, row, viewer, 'refuses'))
  );
}

/** What one rule says of a record: whether it reaches it, and whether its condition cannot be decided there. */
export function ruleAnswer(
  plan: FormPlan,
  rule: PermissionRule,
  row: RowFacts,
  viewer: Viewer,
): { reaches: boolean; undecided: boolean } {
  const undecided = rule.condition !== undefined && decided(plan, rule.condition, row, viewer) === null;
  return { reaches: undecided ? rule.effect === 'refuse' : reaches(plan, reachOfRule(rule), row, viewer), undecided };
}

/** What the rules that reach a record keep from the person who sees it by them. */
export function hiddenBy(plan: FormPlan, { fields }: Rights, row: RowFacts, viewer: Viewer): Mask | undefined {
  return fields && keptFrom(plan, fields.seen, row, viewer);
}

/** What the person may not change of a record that they may change. */
export function closedBy(plan: FormPlan, { fields }: Rights, row: RowFacts, viewer: Viewer): Mask | undefined {
  return fields && keptFrom(plan, fields.edited, row, viewer);
}

/** Whether the answer is the same for every record, and no row need be looked at. */
export function hidesAlike({ fields }: Rights): boolean {
  const [first, ...others] = fields?.seen ?? [];
  return others.every(({ keys }) => keys.size === first?.keys.size && [...keys].every((key) => first.keys.has(key)));
}

function keptFrom(
  plan: FormPlan,
  sources: NonNullable<Rights['fields']>['seen'],
  row: RowFacts,
  viewer: Viewer,
): Mask | undefined {
  const found = sources.filter(({ reach }) => reaches(plan, reach, row, viewer));
  const keys = found.length > 0 ? leftOutByAll(found.map((source) => source.keys)) : undefined;
  return keys?.size ? keys : undefined;
}

/** A condition that cannot be decided grants nothing, and refuses. */
function inRows(plan: FormPlan, rows: Rows, row: RowFacts, viewer: Viewer, rule: 'grants' | 'refuses'): boolean {
  const { department } = row;
  return (
    rows.all === true ||
    (rows.own === true && row.owner === viewer.id) ||
    (rows.department === true && department !== null && viewer.place().departments.includes(department)) ||
    (rows.below === true && department !== null && viewer.place().below.includes(department)) ||
    rows.conditions.some((condition) => decided(plan, condition, row, viewer) ?? rule === 'refuses')
  );
}

function decided(plan: FormPlan, condition: Condition, row: RowFacts, viewer: Viewer): boolean | null {
  const values = Object.fromEntries(comparisonsIn(condition).map(({ field }) => [field, row.valueOf(field)]));
  return decideInMemory(condition, values, {
    kindOf: (field) => plan.byId.get(field)?.kind,
    me: viewer.id,
    mine: viewer.mine,
    under: viewer.under,
    now: new Date(),
    timeZone: plan.timeZone,
  });
}

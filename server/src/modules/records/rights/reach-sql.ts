import type { Condition } from '@formwork/contract/condition/condition.ts';
import pg from 'pg';
import type { Reach, Rows } from '../../forms/public.ts';
import { compileCondition } from '../read/condition-sql.ts';
import type { FormPlan } from '../plan/plan.ts';
import type { Viewer } from './reach.ts';

/** One way rows come into reach, as a list of the person reads them. */
export interface Branch {
  /** Joined before the table, so that each of several departments is one walk along its index. */
  departments?: string;
  sql: string;
}

/** Rows of departments, or those that a condition names. */
type Part = { departments: readonly string[] } | { sql: string };

/** So few departments are a branch each: the statement is planned once, whoever asks, instead of for every list of departments. */
const mostBranches = 4;
/** With more departments than this, one walk that looks at each row costs less than a walk for each. */
const mostWalks = 50;

/**
 * Which rows an action reaches, over the table `r`; values are appended to `params`. Lists of departments `inText` become part of the
 * statement: prepared, it is then planned once for all who work in the same place.
 */
export function reachSql(
  plan: FormPlan,
  reach: Reach,
  viewer: Viewer,
  params: unknown[],
  { inText = false } = {},
): string {
  if (reach === null) return 'false';
  if (reach === 'all') return 'true';
  if (reach === 'own') return `r.owner = $${params.push(viewer.id)}::uuid`;
  const named = partsOf(plan, reach, viewer, params).map((part) => partSql(part, params, inText));
  return named.length === 0 ? 'false' : `((${named.join(' or ')})${exceptSql(plan, reach, viewer, params)})`;
}

function partSql(part: Part, params: unknown[], inText = false): string {
  return 'departments' in part ? `r.department = any(${listOf(part.departments, inText, params)}::text[])` : part.sql;
}

const listOf = (departments: readonly string[], inText: boolean, params: unknown[]): string =>
  inText && departments.length <= mostWalks ? literalOf(departments) : `$${params.push(departments)}`;

/** Written once: a person's lists stay the same ones until the organization changes. */
function literalOf(departments: readonly string[]): string {
  let text = literals.get(departments);
  if (text === undefined)
    literals.set(
      departments,
      (text = pg.escapeLiteral(JSON.stringify(departments).replace(/^\[/, '{').replace(/\]$/, '}'))),
    );
  return text;
}

const literals = new WeakMap<readonly string[], string>();

/** The same part by part, none with a row of another, for a list that walks each in its order and merges them. */
export function branchesOf(plan: FormPlan, reach: Reach, viewer: Viewer, params: unknown[]): Branch[] {
  if (reach === null) return [];
  if (typeof reach !== 'object') return [{ sql: reachSql(plan, reach, viewer, params) }];
  const without = exceptSql(plan, reach, viewer, params);
  let before = '';
  return partsOf(plan, reach, viewer, params).flatMap((part, index, parts) => {
    const branches = walksOf(part, params).map((branch) => ({ ...branch, sql: branch.sql + before + without }));
    // the last one's parameters would be named nowhere
    if (index < parts.length - 1) before += ` and (${partSql(part, params)}) is not true`;
    return branches;
  });
}

function walksOf(part: Part, params: unknown[]): Branch[] {
  if (!('departments' in part)) return [part];
  const { departments } = part;
  if (departments.length <= mostBranches)
    return departments.map((id) => ({ sql: `r.department = $${params.push(id)}::text` }));
  const list = `$${params.push(departments)}::text[]`;
  return [
    departments.length <= mostWalks ? { departments: list, sql: 'true' } : { sql: `r.department = any(${list})` },
  ];
}

function partsOf(plan: FormPlan, rows: Rows, viewer: Viewer, params: unknown[]): Part[] {
  const parts = unitPartsOf(rows, viewer, params);
  for (const condition of rows.all ? [] : rows.conditions)
    parts.push({ sql: conditionSql(plan, condition, 'grants', viewer, params) });
  return parts;
}

/** What rules reach by owner and department. */
function unitPartsOf(rows: Rows, viewer: Viewer, params: unknown[]): Part[] {
  if (rows.all) return [{ sql: 'true' }];
  const parts: Part[] = [];
  if (rows.own) parts.push({ sql: `r.owner = $${params.push(viewer.id)}::uuid` });
  const departments = rows.below ? viewer.place().below : rows.department ? viewer.place().departments : [];
  if (departments.length > 0) parts.push({ departments });
  return parts;
}

function conditionSql(
  plan: FormPlan,
  condition: Condition,
  rule: 'grants' | 'refuses',
  viewer: Viewer,
  params: unknown[],
): string {
  return compileCondition(condition, params, {
    columnOf: (id) => plan.byId.get(id),
    me: viewer.id,
    mine: viewer.mine,
    under: viewer.under,
    now: new Date(),
    timeZone: plan.timeZone,
    rule,
  }).sql;
}

/** What rules refuse. A condition that cannot be decided refuses: it may well be true. */
function exceptSql(plan: FormPlan, { except }: Rows, viewer: Viewer, params: unknown[]): string {
  if (!except) return '';
  const refused = [
    ...unitPartsOf(except, viewer, params).map((part) => `(${partSql(part, params)}) is true`),
    ...except.conditions.map(
      (condition) => `(${conditionSql(plan, condition, 'refuses', viewer, params)}) is not false`,
    ),
  ];
  return refused.map((sql) => ` and not (${sql})`).join('');
}

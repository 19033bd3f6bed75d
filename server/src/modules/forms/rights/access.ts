import {
  fieldAccesses,
  formActions,
  reachesRows,
  accessIn,
  type FormAction,
  type PermissionRule,
  type RowScope,
} from '@formwork/contract/forms/permission.ts';
import type { ButtonRecord } from '@formwork/contract/records/button-logic.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import { roleHolds } from '@formwork/contract/permissions.ts';
import type { Role } from '@formwork/contract/roles.ts';
import type { Ctx } from '../../../platform/context.ts';
import { belongsTo, directoryOf, type Unit } from '../../organization/public.ts';

/** How far an action reaches: every record, the person's own, rows described in parts, or null for not at all. */
export type Reach = 'all' | 'own' | Rows | null;

/** Rows that any of the parts names, without those of `except`. */
export interface Rows {
  all?: true;
  own?: true;
  /** Of the person's departments. */
  department?: true;
  /** Of those and all below them. */
  below?: true;
  conditions: readonly Condition[];
  except?: Rows;
}

/** What one person, or everybody with the same roles, may do with a form. One object as long as the rules stay: what is compiled from it hangs on it. */
export interface Rights extends Record<FormAction, Reach> {
  /** Only where some rule hides fields or keeps them from being edited. */
  fields?: FieldRights;
  /** Fields that show what is hidden from the person in other forms: grants do not show it either. */
  beyond?: ReadonlySet<string>;
  /** Only where buttons are restricted by what a record says: null shuts the action altogether. */
  limits?: Partial<Record<FormAction, ButtonLimit | null>>;
}

/** Whether a record lets an action be done that buttons stand for. */
export type ButtonLimit = (record: ButtonRecord, userId: string) => boolean;

export interface FieldRights {
  /** Rules that let rows be seen, and what each leaves out: hidden is what all that reach a row leave out. */
  seen: readonly { reach: Reach; keys: ReadonlySet<string> }[];
  /** Rules that let rows be edited, and what each keeps as it is. */
  edited: readonly { reach: Reach; keys: ReadonlySet<string> }[];
  /** Of a record that is being made. */
  newHidden: ReadonlySet<string>;
  newClosed: ReadonlySet<string>;
}

/** What rules can name a person by. */
export interface Subjects {
  userId: string;
  /** The outer role and the ids of the space's own roles. */
  roles: readonly string[];
  /** Whether they are of a department, post or group. */
  belongs: (unit: Unit) => boolean;
}

export const fullRights = Object.fromEntries(formActions.map((action) => [action, 'all'])) as unknown as Rights;

/** The rules that mean the person. */
export function rulesFor(rules: readonly PermissionRule[], { userId, roles, belongs }: Subjects): PermissionRule[] {
  return rules.filter(({ subject }) => {
    if (subject.kind === 'everyone') return true;
    if (subject.kind === 'person') return subject.id === userId;
    return subject.kind === 'role' ? roles.includes(subject.id) : belongs(subject);
  });
}

/** The administrators of the space: whatever rules say, records and what is hidden in them are open to these. */
export function needsNoRules({ roles }: Pick<Subjects, 'roles'>): boolean {
  return roles.includes('admin');
}

/** Rules add up, a refusal wins. */
export function rightsOf(rules: readonly PermissionRule[], subjects: Subjects): Rights {
  if (needsNoRules(subjects)) return fullRights;
  const mine = rulesFor(rules, subjects);
  const grants = mine.filter(({ effect }) => effect !== 'refuse');
  const granted = reachOf(grants);
  const refused = reachOf(mine.filter(({ effect }) => effect === 'refuse'));
  for (const action of ['create', 'import'] as const) if (refused[action] !== null) granted[action] = null;
  // what one may change one may see
  for (const action of formActions) if (reachesRows(action)) granted.view = joined(granted.view, granted[action]);
  // whoever fills in a form sees what they filled in
  const byMaking = granted.view === null && granted.create !== null;
  if (byMaking) granted.view = 'own';
  for (const action of formActions) {
    if (reachesRows(action)) granted[action] = without(granted[action], joined(refused.view, refused[action]));
  }
  const fields = fieldRightsOf(grants, byMaking);
  return fields ? { ...granted, fields } : granted;
}

/** The rows that one rule names. */
export function reachOfRule({ scope, condition }: { scope: RowScope; condition?: Condition | undefined }): Reach {
  if (scope === 'all' || scope === 'own') return scope;
  if (scope === 'condition') return { conditions: condition ? [condition] : [] };
  return { [scope]: true, conditions: [] };
}

export function seesForm(rights: Rights): boolean {
  return rights.view !== null || rights.create !== null;
}

export function mayDesign(role: Role): boolean {
  return roleHolds(role, 'forms.design.read');
}

export async function subjectsOf(
  ctx: Pick<Ctx, 'platform' | 'spaceId'> & { user: Pick<Ctx['user'], 'id' | 'role'> },
): Promise<Subjects> {
  // at once when the directory is in memory, which it nearly always is
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const person = directory.people.get(ctx.user.id);
  return {
    userId: ctx.user.id,
    roles: [ctx.user.role, ...(person?.roleIds ?? [])],
    belongs: (unit) => person !== undefined && belongsTo(directory, person, unit),
  };
}

/** What every source leaves out, among the keys that any of them names; a whole table leaves out its fields. */
export function leftOutByAll(sources: readonly ReadonlySet<string>[]): Set<string> {
  const leavesOut = (keys: ReadonlySet<string>, key: string): boolean =>
    keys.has(key) || (key.includes('.') && keys.has(key.slice(0, key.indexOf('.'))));
  const named = new Set(sources.flatMap((keys) => [...keys]));
  return new Set([...named].filter((key) => sources.every((keys) => leavesOut(keys, key))));
}

function reachOf(rules: readonly PermissionRule[]): Record<FormAction, Reach> {
  const reach = Object.fromEntries(formActions.map((action) => [action, null])) as Record<FormAction, Reach>;
  for (const rule of rules)
    for (const action of rule.actions)
      reach[action] = joined(reach[action], reachesRows(action) ? reachOfRule(rule) : 'all');
  return reach;
}

function joined(left: Reach, right: Reach): Reach {
  if (left === null || right === null || left === right) return left ?? right;
  if (left === 'all' || right === 'all') return 'all';
  const { conditions: first, ...one } = rowsOf(left);
  const { conditions: second, ...other } = rowsOf(right);
  return { ...one, ...other, conditions: [...new Set([...first, ...second])] };
}

function without(granted: Reach, refused: Reach): Reach {
  if (granted === null || refused === 'all') return null;
  return refused === null ? granted : { ...rowsOf(granted), except: rowsOf(refused) };
}

function rowsOf(reach: 'all' | 'own' | Rows): Rows {
  return typeof reach === 'object' ? reach : { [reach]: true, conditions: [] };
}

function fieldRightsOf(grants: readonly PermissionRule[], byMaking: boolean): FieldRights | undefined {
  if (grants.every(({ fields }) => fields === undefined)) return undefined;
  const keysOf = ({ fields }: PermissionRule, when: 'new' | 'existing', upTo: 'hidden' | 'read'): Set<string> =>
    new Set(
      Object.keys(fields ?? {}).filter(
        (key) => fieldAccesses.indexOf(accessIn(fields, key, when)) <= fieldAccesses.indexOf(upTo),
      ),
    );
  const making = grants.filter(({ actions }) => actions.includes('create') || actions.includes('import'));
  const seeing = byMaking ? making : grants.filter(({ actions }) => actions.some(reachesRows));
  return {
    seen: seeing.map((rule) => ({
      reach: byMaking ? 'own' : reachOfRule(rule),
      keys: keysOf(rule, 'existing', 'hidden'),
    })),
    edited: grants
      .filter(({ actions }) => actions.includes('edit'))
      .map((rule) => ({ reach: reachOfRule(rule), keys: keysOf(rule, 'existing', 'read') })),
    newHidden: leftOutByAll(making.map((rule) => keysOf(rule, 'new', 'hidden'))),
    newClosed: leftOutByAll(making.map((rule) => keysOf(rule, 'new', 'read'))),
  };
}

import { z } from 'zod';
import { OwnCondition } from '../condition/condition.ts';

export const formActions = [
  'view',
  'create',
  'edit',
  'delete',
  'import',
  'export',
  'print',
  'share',
  'transfer',
  'batch',
] as const;
export const FormAction = z.enum(formActions);
export type FormAction = z.infer<typeof FormAction>;

/** Whether the action is one on records that are there; the others make records. */
export function reachesRows(action: FormAction): boolean {
  return action !== 'create' && action !== 'import';
}

/** Which records a rule reaches: by owner, by the record's department against the person's own, or by a condition over its fields. */
export const rowScopes = ['all', 'below', 'department', 'own', 'condition'] as const;
export const RowScope = z.enum(rowScopes);
export type RowScope = z.infer<typeof RowScope>;

export const fieldAccesses = ['hidden', 'read', 'edit'] as const;
export const FieldAccess = z.enum(fieldAccesses);
export type FieldAccess = z.infer<typeof FieldAccess>;

/** By id of a field or slave table, `table.field` for a field of its rows. Whatever is left out is `edit`: as the form itself says. */
export const FieldAccessMap = z.record(
  z.string().regex(/^[a-z][a-z0-9]{1,23}(\.[a-z][a-z0-9]{1,23})?$/),
  z.object({ new: FieldAccess.optional(), existing: FieldAccess.optional() }),
);
export type FieldAccessMap = z.infer<typeof FieldAccessMap>;

export const RuleSubject = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('everyone') }),
  z.object({ kind: z.literal('role'), id: z.string().min(1).max(64) }),
  z.object({ kind: z.literal('person'), id: z.uuid() }),
  z.object({ kind: z.literal('department'), id: z.uuid(), /** Those below it too. */ below: z.boolean().optional() }),
  z.object({ kind: z.literal('post'), id: z.uuid() }),
  z.object({ kind: z.literal('group'), id: z.uuid() }),
]);
export type RuleSubject = z.infer<typeof RuleSubject>;

/**
 * Who may do what on a form. Rules add up, and one that refuses wins over all that grant; without any, only administrators
 * of the space work with the form. `role` names one of the outer roles (`user`, ...) or a role of the space by id; a
 * department, post or public group means everybody who belongs to it at the moment.
 */
export const PermissionRule = z
  .object({
    id: z.string().max(64),
    subject: RuleSubject,
    /** Grants when left out. */
    effect: z.enum(['grant', 'refuse']).optional(),
    actions: z.array(FormAction).min(1).max(formActions.length),
    /** Which records the actions reach. */
    scope: RowScope,
    /** Of the scope `condition`. */
    condition: OwnCondition.optional(),
    /** What a rule that grants shows and leaves to be edited. */
    fields: FieldAccessMap.optional(),
  })
  .refine((rule) => (rule.scope === 'condition') === (rule.condition !== undefined), {
    path: ['condition'],
    message: 'condition',
  });
export type PermissionRule = z.infer<typeof PermissionRule>;

/** Whether the rule can stand on an application, for every form of it, those still to come included: forms differ in their fields. */
export function isForAllForms(rule: PermissionRule): boolean {
  return rule.condition === undefined && rule.fields === undefined;
}

/** The access a rule gives to a field or slave table: what is said of the table holds for its fields. */
export function accessIn(fields: FieldAccessMap | undefined, key: string, when: 'new' | 'existing'): FieldAccess {
  const table = key.includes('.') ? fields?.[key.slice(0, key.indexOf('.'))]?.[when] : undefined;
  const own = fields?.[key]?.[when] ?? 'edit';
  return table !== undefined && fieldAccesses.indexOf(table) < fieldAccesses.indexOf(own) ? table : own;
}

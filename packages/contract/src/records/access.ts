import { z } from 'zod';
import { delegatedParts } from '../delegated.ts';
import { uuid } from '../endpoint.ts';
import { ButtonPlace } from '../forms/buttons.ts';
import { FieldAccess, FormAction, PermissionRule } from '../forms/permission.ts';
import { roles } from '../roles.ts';
import { Text, Title } from '../text.ts';

/** How a person comes to be meant by a rule. */
export const RuleTie = z.discriminatedUnion('by', [
  z.object({ by: z.literal('everyone') }),
  z.object({ by: z.literal('person') }),
  /** What they belong to. */
  z.object({ by: z.enum(['department', 'post', 'group']), name: z.string() }),
  /** The role of their account. */
  z.object({ by: z.literal('account'), role: z.enum(roles) }),
  /** A role of the space, held by name or through what they belong to. */
  z.object({
    by: z.literal('role'),
    name: z.string(),
    through: z.array(z.object({ kind: z.enum(['named', 'department', 'post', 'group']), name: z.string() })),
  }),
]);
export type RuleTie = z.infer<typeof RuleTie>;

export const ExplainedRule = z.object({
  rule: PermissionRule,
  /** Where it stands. */
  from: z.enum(['app', 'form']),
  tie: RuleTie,
  /** Whether it reaches the record; null when none was asked about. */
  reaches: z.boolean().nullable(),
  /** Its condition no longer fits the form: it grants nothing, or refuses everything. */
  broken: z.boolean(),
  /** Its condition asks something of an empty field and cannot be decided: it grants nothing, or refuses. */
  undecided: z.boolean(),
});
export type ExplainedRule = z.infer<typeof ExplainedRule>;

/** A button through the eyes of a person: whether they find it, and what keeps it from them. */
export const ExplainedButton = z.object({
  place: ButtonPlace,
  id: z.string(),
  title: Text.optional(),
  own: z.literal(true).optional(),
  /** `some`: on records that are not asked about now, it depends on each. */
  answer: z.enum(['yes', 'some', 'no']),
  /** Of `no` and `some`: hidden from all, refused to a role, for other roles, for other accounts, no right to what it does, its condition, or what its condition asks is empty. */
  why: z.enum(['hidden', 'refused', 'not_named', 'account', 'right', 'condition', 'undecided']).optional(),
  /** Roles that refuse it, or those that it is for. */
  roles: z.array(z.string()).optional(),
});
export type ExplainedButton = z.infer<typeof ExplainedButton>;

/** Why a person can or cannot do things with a form and one of its records. */
export const AccessExplanation = z.object({
  person: z.object({ id: uuid, name: z.string(), role: z.enum(roles), disabled: z.boolean() }),
  record: z
    .object({
      id: uuid,
      title: z.string(),
      owner: z.string().nullable(),
      department: z.string().nullable(),
      inProcess: z.boolean(),
    })
    .nullable(),
  /** Administrators of the space need no rule. */
  administrator: z.boolean(),
  /** Departments and systems that they look after without being one: their people may be placed, or rights be given there, by them. */
  looksAfter: z.array(
    z.object({
      department: z.string().nullable(),
      system: Title.nullable(),
      may: z.array(z.enum(delegatedParts)),
      until: z.iso.datetime().nullable(),
      givenBy: z.string(),
    }),
  ),
  /** On the record; without one: on every record, on some, on none. */
  actions: z.record(FormAction, z.enum(['yes', 'some', 'no'])),
  rules: z.array(ExplainedRule),
  /** Rights on this one record, mostly given by processes. */
  grants: z.array(
    z.object({
      origin: z.string(),
      level: z.enum(['view', 'modify', 'delete', 'monitor']),
      hides: z.array(z.string()),
      /** It shows so many rows of one slave table alone. */ rows: z
        .object({ table: z.string(), count: z.number().int() })
        .optional(),
    }),
  ),
  buttons: z.array(ExplainedButton),
  /** Fields and slave tables that are not simply as the form says, as the person meets them on the record. */
  fields: z.array(z.object({ key: z.string(), access: FieldAccess })),
});
export type AccessExplanation = z.infer<typeof AccessExplanation>;

import { z } from 'zod';
import { comparisonFits, comparisonsIn, OwnCondition } from '../condition/condition.ts';
import { conditionWithOption, namedByCondition, type LeadsTo, type Named } from '../condition/references.ts';
import { endpoint, shortId } from '../endpoint.ts';
import type { ErrorCode } from '../errors.ts';
import { placeholder } from '../printing/template.ts';
import { Receiver } from '../records/share.ts';
import { Title, shownText } from '../text.ts';
import type { FormDefinition } from './definition.ts';
import { fieldKind, type Field } from './field.ts';
import { systemFields } from './system-fields.ts';
import type { Reference, UsePlace } from './uses.ts';

/** What people can be told of; `became`: a condition holds that did not hold before, `date`: a moment that a field names. */
export const notificationEvents = ['created', 'changed', 'deleted', 'commented', 'became', 'date'] as const;
export type NotificationEvent = (typeof notificationEvents)[number];

/** `message`: in the message centre, `live`: a notice in the pages they have open. */
export const notificationWays = ['message', 'live', 'mail', 'sms'] as const;
export type NotificationWay = (typeof notificationWays)[number];

export const offsetUnits = ['minutes', 'hours', 'days'] as const;
export type OffsetUnit = (typeof offsetUnits)[number];

/** Words in double braces beside the fields of the record. */
export const notificationWords = ['recordTitle', 'formTitle', 'doer'] as const;
export type NotificationWord = (typeof notificationWords)[number];

export const mostNotifications = 50;
export const usualClock = '09:00';

const FieldId = z.string().regex(/^_?[A-Za-z][A-Za-z0-9]{1,40}$/);
const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

export const NotificationWhen = z.discriminatedUnion('on', [
  z.object({ on: z.literal('created') }),
  /** None named: whatever changes. Slave tables are named like fields. */
  z.object({ on: z.literal('changed'), fields: z.array(FieldId).max(200) }),
  z.object({ on: z.literal('deleted') }),
  z.object({ on: z.literal('commented') }),
  z.object({ on: z.literal('became') }),
  z.object({
    on: z.literal('date'),
    field: z.union([FieldId, z.literal('')]),
    amount: z.number().int().min(0).max(999),
    unit: z.enum(offsetUnits),
    side: z.enum(['before', 'after']),
    /** Of a day without a time: when it is told then, by the enterprise's clock. */
    at: Clock,
  }),
]);
export type NotificationWhen = z.infer<typeof NotificationWhen>;

/** Short ones are written by everybody who is told: no more than a page of it. */
const Words = z.object({ zh: shownText().max(500), en: shownText().max(500).optional() });

export const NotificationRule = z.object({
  id: z.string().min(1).max(64),
  title: Title,
  enabled: z.boolean(),
  when: NotificationWhen,
  /** Of records for which it does not hold nobody is told. */
  condition: OwnCondition.optional(),
  receivers: z.array(Receiver).max(200),
  /** Those whom the record itself names: its creator, its owner, fields of people. */
  named: z.array(FieldId).max(50),
  ways: z.array(z.enum(notificationWays)).max(notificationWays.length),
  text: Words,
});
export type NotificationRule = z.infer<typeof NotificationRule>;

export const NotificationSettings = z.object({
  version: z.number().int(),
  rules: z.array(NotificationRule),
  /** What receivers are called; whoever is gone is missing. */
  names: z.record(z.string(), z.string()),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

export interface NotificationProblem {
  /** From the rule on. */
  path: string;
  code: ErrorCode & `forms.notification.${string}`;
}

/** What is missing or does not fit the form, at the places where it is set. */
export function notificationProblems(rule: NotificationRule, definition: FormDefinition): NotificationProblem[] {
  const { when, condition, receivers, named, ways, text } = rule;
  const problems: NotificationProblem[] = [];
  const wrong = (path: string, code: NotificationProblem['code']) => problems.push({ path, code });
  const fields = fieldsOf(definition);
  const kindOf = (id: string) => {
    const field = fields.get(id);
    return field && fieldKind(field);
  };
  if (when.on === 'date' && !isDay(kindOf(when.field))) wrong('when.field', 'forms.notification.no_date');
  if (
    when.on === 'changed' &&
    when.fields.some((id) => !fields.has(id) && !definition.tables.some((table) => table.id === id))
  )
    wrong('when.fields', 'forms.notification.unknown_field');
  if (when.on === 'became' && !condition) wrong('condition', 'forms.notification.no_condition');
  if (
    condition &&
    comparisonsIn(condition).some((one) => {
      const kind = kindOf(one.field);
      return kind === undefined || !comparisonFits(one, kind);
    })
  )
    wrong('condition', 'forms.notification.unknown_field');
  if (receivers.every(({ except }) => except) && named.length === 0)
    wrong('receivers', 'forms.notification.no_receivers');
  if (named.some((id) => kindOf(id) !== 'people')) wrong('named', 'forms.notification.unknown_field');
  if (ways.length === 0) wrong('ways', 'forms.notification.no_ways');
  if (text.zh.trim() === '') wrong('text.zh', 'forms.notification.no_text');
  for (const [language, words] of Object.entries(text))
    if (wordsIn(words).some((word) => !isWord(word) && !fields.has(word)))
      wrong(`text.${language}`, 'forms.notification.unknown_word');
  return problems;
}

/** Of the record itself and what every record carries. */
export function fieldsOf(definition: FormDefinition): ReadonlyMap<string, Field> {
  return new Map([...definition.fields, ...Object.values(systemFields)].map((field) => [field.id, field]));
}

export function isDay(kind: ReturnType<typeof fieldKind> | undefined): boolean {
  return kind === 'date' || kind === 'dateTime';
}

export function isWord(word: string): word is NotificationWord {
  return (notificationWords as readonly string[]).includes(word);
}

/** What stands in double braces. */
export function wordsIn(text: string): string[] {
  return [...text.matchAll(placeholder)].map(([, word = '']) => word);
}

/** The text with everything in braces written out. */
export function filledIn(text: string, write: (word: string) => string): string {
  return text.replace(placeholder, (_, word: string) => write(word));
}

/** What rules name of their form. */
export function notificationReferences(
  rules: readonly NotificationRule[],
  form: string,
  leadsTo: LeadsTo,
): Reference[] {
  return rules.flatMap(({ id: part, when, condition, named, text }) => {
    const all = (place: UsePlace, elements: readonly string[], how: Reference['how']): Reference[] =>
      elements
        .filter((element) => !element.startsWith('_'))
        .map((element) => ({ part, place, to: { form, element }, how }));
    return [
      ...(when.on === 'date' ? all('due', [when.field], 'refuse') : []),
      ...(when.on === 'changed' ? all('watched', when.fields, 'refuse') : []),
      ...(condition
        ? namedByCondition(condition, form, leadsTo)
            .filter(({ element }) => !element.startsWith('_'))
            .map((to): Reference => ({ part, place: 'condition', to, how: 'refuse' }))
        : []),
      ...all('recipients', named, 'refuse'),
      ...all(
        'told',
        [...new Set(Object.values(text).flatMap(wordsIn))].filter((word) => !isWord(word)),
        'warn',
      ),
    ];
  });
}

/** Conditions with an option in place of another. */
export function notificationsWithOption(
  rules: readonly NotificationRule[],
  form: string,
  leadsTo: LeadsTo,
  at: Required<Named>,
  to: string,
): NotificationRule[] {
  return rules.map((rule) =>
    rule.condition ? { ...rule, condition: conditionWithOption(rule.condition, form, leadsTo, at, to) } : rule,
  );
}

const params = z.object({ formId: shortId });

export const notificationsApi = {
  notifications: endpoint({
    method: 'GET',
    path: '/forms/:formId/notifications',
    permission: 'forms.design.read',
    summary: 'Who is told of what happens to records of the form',
    params,
    response: NotificationSettings,
  }),
  putNotifications: endpoint({
    method: 'PUT',
    path: '/forms/:formId/notifications',
    permission: 'forms.design.edit',
    summary: 'Says who is told of what happens to records of the form; it holds at once',
    params,
    body: z.object({
      expectedVersion: z.number().int().nonnegative(),
      rules: z
        .array(NotificationRule)
        .max(mostNotifications)
        .refine((rules) => new Set(rules.map(({ id }) => id)).size === rules.length),
    }),
    response: NotificationSettings,
  }),
};

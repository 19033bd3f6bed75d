import { isComputed } from '@formwork/contract/forms/field.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { mainTypes } from '@formwork/contract/records/expressions.ts';
import { statementsIn, type Rule, type Start } from '@formwork/contract/rules/rule.ts';
import { formOfRule } from '@formwork/contract/rules/document.ts';
import type { ActionFacts, Facts } from '@formwork/logic/facts.ts';
import { any, contextOf, listOf, string, type FeelType } from '@formwork/feel/types.ts';
import { offered } from '../../platform/actions.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { releasedForm, type ReleasedForm } from '../forms/public.ts';

type Where = { platform: Platform; spaceId: string };
type Types = Readonly<Record<string, FeelType>>;

/** Actions that the engine of rules carries out itself, together with all else that a rule writes. */
export const ownActions = ['records.create', 'records.update', 'records.delete'] as const;

/** The form as it is released; undefined where there is none. */
export async function formOrNone(where: Where, formId: string | undefined): Promise<ReleasedForm | undefined> {
  if (formId === undefined || formId === '') return undefined;
  try {
    return await releasedForm(where, formId);
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  }
}

/** What expressions of a record read: its fields, system fields, sub-tables, and its own id. */
export const typesOfForm = (definition: FormDefinition): Types => ({
  ...(mainTypes(definition) as Types),
  _id: string,
});

/** What a rule may name, as the forms, actions and rules of the house are now. */
export async function factsOf(where: Where, rule: Rule): Promise<Facts> {
  const form = await formOrNone(where, formOfRule(rule));
  const targets = new Set(
    statementsIn(rule.body).flatMap((one) => (one.kind === 'act' && one.target !== undefined ? [one.target] : [])),
  );
  const forms = new Map<string, Types>();
  for (const id of targets) {
    const target = id === form?.formId ? form : await formOrNone(where, id);
    if (target) forms.set(id, typesOfForm(target.definition));
  }
  const actions = new Map<string, ActionFacts>(
    offered(where.platform).actions.map(({ name, effect }) => [name, { effect, output: any }]),
  );
  for (const name of ownActions) actions.set(name, { effect: 'space', output: contextOf({ id: string }) });
  const said: Types = readsEvent(rule.starts) ? { event: any } : {};
  if (!form) return { types: said, writable: new Set(), actions, forms, empties: 'null' };
  const { types, writable } = await recordFacts(where, form, rule);
  return { types: { ...said, ...types }, ...(writable && { writable }), actions, forms, empties: 'null' };
}

async function recordFacts(where: Where, form: ReleasedForm, { at }: Rule): Promise<Pick<Facts, 'types' | 'writable'>> {
  const { definition } = form;
  const own = typesOfForm(definition);
  const types: Record<string, FeelType> = { ...own };
  // before a save nothing but the record itself is at hand
  if (at !== 'before')
    for (const field of definition.fields) {
      if (field.type !== 'relation') continue;
      const target = await formOrNone(where, field.config.form);
      if (!target) continue;
      const related = contextOf(typesOfForm(target.definition));
      types[field.id] = field.config.cardinality === 'manyToMany' ? listOf(related) : related;
    }
  const { user: _, ...before } = own;
  types.old = contextOf(before);
  const writable = new Set([
    ...definition.fields.filter((field) => !isComputed(field)).map(({ id }) => id),
    ...definition.tables.map(({ id }) => id),
  ]);
  return { types, writable };
}

/** A type as the expression language writes it. */
export function typeText(type: FeelType): string {
  switch (type.kind) {
    case 'list':
      return `list<${typeText(type.item)}>`;
    case 'range':
      return `range<${typeText(type.of)}>`;
    case 'context':
      return `context<${Object.entries(type.fields)
        .map(([name, field]) => `${name}: ${typeText(field)}`)
        .join(', ')}>`;
    case 'dateTime':
      return 'date and time';
    case 'any':
      return 'Any';
    default:
      return type.kind;
  }
}

/** Rules that somebody's word begins read what was said as `event`. */
const readsEvent = (starts: readonly Start[]): boolean => starts.some(({ on }) => on === 'message' || on === 'webhook');

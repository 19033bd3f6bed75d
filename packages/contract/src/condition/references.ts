import { isAll, isAny, isRows, type Condition, type ConditionValue } from './condition.ts';

/** Something of a form that a definition names: the form itself, a field or slave table, an option of a field. */
export interface Named {
  /** Id of the form; of what leads to an application as a whole, the application's. */
  form: string;
  /** Id of the field or slave table; `''` for the form as a whole. Ids are unique within a form, rows of slave tables included. */
  element: string;
  option?: string | undefined;
}

/** The form that a relation leads to; undefined where it is no relation. */
export type LeadsTo = (form: string, relation: string) => string | undefined;

/** What a condition over records of a form names. Any text that a field is compared with may be an option of it. */
export function namedByCondition(condition: Condition, form: string, leadsTo: LeadsTo): Named[] {
  if (isAll(condition)) return condition.all.flatMap((part) => namedByCondition(part, form, leadsTo));
  if (isAny(condition)) return condition.any.flatMap((part) => namedByCondition(part, form, leadsTo));
  if (!isRows(condition)) return namedWith(form, condition.field, condition.value);
  const inner = leadsTo(form, condition.rows) ?? form;
  return [
    { form, element: condition.rows },
    ...(condition.field === undefined ? [] : [{ form: inner, element: condition.field }]),
    ...(condition.where ? namedByCondition(condition.where, inner, leadsTo) : []),
  ];
}

/** A field and the options of it that stand beside it. */
export function namedWith(form: string, element: string, value: ConditionValue | undefined): Named[] {
  const options = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
  return [{ form, element }, ...options.map((option) => ({ form, element, option }))];
}

/** The condition with an option in place of another, wherever the field of that form is compared with it. */
export function conditionWithOption(
  condition: Condition,
  form: string,
  leadsTo: LeadsTo,
  at: Required<Named>,
  to: string,
): Condition {
  const inner = (part: Condition, of = form): Condition => conditionWithOption(part, of, leadsTo, at, to);
  if (isAll(condition)) return { all: condition.all.map((part) => inner(part)) };
  if (isAny(condition)) return { any: condition.any.map((part) => inner(part)) };
  if (isRows(condition))
    return condition.where
      ? { ...condition, where: inner(condition.where, leadsTo(form, condition.rows) ?? form) }
      : condition;
  return form === at.form && condition.field === at.element
    ? { ...condition, value: valueWithOption(condition.value, at.option, to) }
    : condition;
}

export function valueWithOption<V extends ConditionValue | undefined>(value: V, from: string, to: string): V {
  if (!Array.isArray(value)) return (value === from ? to : value) as V;
  // both may stand there already
  return [...new Set(value.map((one) => (one === from ? to : one)))] as V;
}

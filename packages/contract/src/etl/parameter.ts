import { z } from 'zod';

const longestValue = 1_000;

/** What a task or a flow may be given when it runs; blank: the value of the enterprise's own parameter of that name, if there is one. */
export const EtlParameter = z.object({
  id: z.string().regex(/^[a-z][A-Za-z0-9]{0,31}$/),
  name: z.string().regex(/^[\p{L}_][\p{L}\p{N}_]{0,59}$/u),
  type: z.enum(['text', 'number', 'date']),
  value: z.string().max(longestValue),
  /** A run has to be given a value, where neither it nor the enterprise says one. */
  required: z.boolean().optional(),
});
export type EtlParameter = z.infer<typeof EtlParameter>;

/** One that holds for the whole enterprise, wherever a task or a flow names it and says nothing else. */
export const GlobalParameter = EtlParameter.omit({ id: true, required: true });
export type GlobalParameter = z.infer<typeof GlobalParameter>;

export const mostGlobals = 200;

/** Values by the names of parameters. */
export const ParameterValues = z.record(z.string().max(60), z.string().max(longestValue));
export type ParameterValues = z.infer<typeof ParameterValues>;

/** Whether a text says a value of this type; what is blank says none. */
export function isValueOf(type: EtlParameter['type'], value: string): boolean {
  if (value.trim() === '' || type === 'text') return true;
  if (type === 'number') return /^-?\d{1,30}(\.\d{1,30})?$/.test(value.trim());
  const day = value.trim();
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) && isDay(day);
}

/** The 31st of February is none, although it can be counted. */
const isDay = (day: string): boolean => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);

/**
 * What somebody who starts a run by hand gives: a value of its type for each parameter. What is left out stays what the task or the flow
 * says, or what the enterprise does, whose names are `known`.
 */
export function startRules(
  parameters: readonly EtlParameter[],
  known: ReadonlySet<string>,
): z.ZodType<{ day?: string | undefined; parameters?: ParameterValues | undefined }> {
  return z.object({ day: z.iso.date().optional(), parameters: givenRules(parameters, known) });
}

/** The same for days of the past, of which there are `most`. */
export function backfillRules(
  parameters: readonly EtlParameter[],
  known: ReadonlySet<string>,
  most: number,
): z.ZodType<{ days: string[]; parameters?: ParameterValues | undefined }> {
  return z.object({ days: z.array(z.iso.date()).min(1).max(most), parameters: givenRules(parameters, known) });
}

function givenRules(parameters: readonly EtlParameter[], known: ReadonlySet<string>): z.ZodType<ParameterValues> {
  const values = parameters.map(({ name, type, value, required = false }) => {
    const text = z.string().max(longestValue);
    const given = (required && !known.has(name) ? text.trim().min(1) : text).refine((one) => isValueOf(type, one));
    const isOpen = required && value === '' && !known.has(name);
    return [name, isOpen ? given : given.optional()] as const;
  });
  return z.object(Object.fromEntries(values)) as unknown as z.ZodType<ParameterValues>;
}

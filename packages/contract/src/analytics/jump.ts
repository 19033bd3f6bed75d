import { z } from 'zod';
import { shortId } from '../endpoint.ts';
import type { DateStep } from '../views/pivot.ts';
import { isList, nextStep } from '../views/group-condition.ts';
import type { ValueKind } from '../forms/values/value.ts';
import { addDays, wallText } from '../forms/values/dates.ts';
import { controlOf } from './filter-condition.ts';

export const jumpTargets = ['dashboard', 'screen', 'form', 'address'] as const;
export type JumpTarget = (typeof jumpTargets)[number];

/** Which of a mark's values goes along, by its use; the first key of the chart when left out. */
const use = z.string().min(1).max(80).optional();
/** A filter of the target that is set to the value; it opens as it is without one. */
const filter = z
  .string()
  .regex(/^[a-z][a-z0-9]{1,31}$/)
  .optional();

/** Where a click leads. A target that is not chosen yet is null, or an address without a word. */
export const Jump = z.discriminatedUnion('to', [
  z.object({ to: z.literal('dashboard'), id: z.uuid().nullable(), filter, key: use }),
  z.object({ to: z.literal('screen'), id: z.uuid().nullable(), filter, key: use }),
  /** The list of a form where a field is so; without a field the very records of the mark, of the chart's own form. */
  z.object({ to: z.literal('form'), id: shortId.nullable(), field: z.string().max(60).optional(), key: use }),
  /** `{value}` is what one reads, `{key}` what is stored. */
  z.object({ to: z.literal('address'), address: z.string().max(2_000), key: use }),
]);
export type Jump = z.infer<typeof Jump>;

/** Of http or https, to a host that no value can change. */
const address = /^https?:\/\/[^\s{}/?#@\\]+(?:[/?#][^\s]*)?$/i;

export function isJumpAddress(template: string): boolean {
  return address.test(template);
}

/** The address with what was clicked in it; undefined where it leads nowhere. */
export function jumpAddress(
  template: string,
  { value, key: stored }: { value: string; key: string },
): string | undefined {
  if (!isJumpAddress(template)) return undefined;
  return template.replaceAll('{value}', encodeURIComponent(value)).replaceAll('{key}', encodeURIComponent(stored));
}

/** Whether it leads anywhere. */
export function isJump(jump: Jump): boolean {
  return jump.to === 'address' ? isJumpAddress(jump.address) : jump.id !== null;
}

/** A value of a chart as one that a filter of such a field can be set to; undefined where it cannot. */
export function filterValues(
  kind: ValueKind,
  from: { kind: ValueKind; step?: DateStep | undefined; holds?: Record<string, string[]> | undefined },
  key: string | number | null,
  timeZone: string,
): string[] | undefined {
  if (key === null || key === '') return undefined;
  const text = String(key);
  switch (controlOf(kind)) {
    case 'days': {
      const day = from.kind === 'date' || from.kind === 'dateTime' ? dayOf(text, timeZone) : undefined;
      return day === undefined ? undefined : [day, addDays(nextStep(day, from.step ?? 'day'), -1)];
    }
    case 'numbers':
      return Number.isFinite(Number(text)) ? [text, text] : undefined;
    default:
      // a key that stands for several goes along as these
      if (from.holds?.[text]) return from.holds[text];
      return isList(from.kind) ? membersOf(text) : [text];
  }
}

/** Moments of single records are instants, groups of them days. */
function dayOf(text: string, timeZone: string): string | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text;
  return Number.isNaN(Date.parse(text)) ? undefined : wallText(text, timeZone).slice(0, 10);
}

function membersOf(text: string): string[] | undefined {
  if (!text.startsWith('[')) return [text];
  const found: unknown = JSON.parse(text);
  return Array.isArray(found) && found.length > 0 ? found.map(String) : undefined;
}

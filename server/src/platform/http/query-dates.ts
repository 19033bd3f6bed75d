import { dateTimeOrNull } from '@formwork/contract/formats.ts';
import { instantFromWall } from '@formwork/contract/forms/values/dates.ts';
import type { z } from 'zod';
import { inputShape } from './input-shape.ts';

/** Names the parameters whose value was no date that exists, and which were therefore taken as not given. */
export const ignoredHeader = 'x-ignored-parameters';

const wallShape = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/**
 * Moments in a query may be written as the product writes them, `yyyy-MM-dd HH:mm:ss`, in the enterprise's zone. One that does not
 * exist (30 February) is taken as not given, and the answer names it.
 */
export function queryDates(
  schema: z.ZodType | undefined,
): ((query: unknown, timeZone: () => string) => { query: unknown; ignored: string[] }) | undefined {
  if (!schema) return undefined;
  let names: string[] | undefined;
  return (query, timeZone) => {
    names ??= momentsIn(schema);
    if (names.length === 0) return { query, ignored: [] };
    const given = query as Record<string, unknown>;
    const ignored: string[] = [];
    const read = names.flatMap((name) => {
      const value = given[name];
      if (typeof value !== 'string' || !wallShape.test(value)) return [];
      const wall = dateTimeOrNull(value);
      if (wall === null) ignored.push(name);
      return [[name, wall === null ? undefined : instantFromWall(wall, timeZone())] as const];
    });
    return { query: read.length === 0 ? given : { ...given, ...Object.fromEntries(read) }, ignored };
  };
}

function momentsIn(schema: z.ZodType): string[] {
  const { properties = {} } = inputShape(schema);
  return Object.entries(properties).flatMap(([name, { format }]) => (format === 'date-time' ? [name] : []));
}

import { dateTimeOrNull } from '@formwork/contract/formats.ts';
import { instantFromWall } from '@formwork/contract/forms/values/dates.ts';
import { z } from 'zod';

/** Names the parameters whose value was no date that exists, and which were therefore taken as not given. */
export const ignoredHeader = 'x-ignored-parameters';

const wallShape = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/**
 * Moments in a query may be written as the product writes them, `yyyy-MM-dd HH:mm:ss`, in the enterprise's zone. One that does not
 * exist (30 February) is taken as not given, and the answer names it. Answers undefined for an endpoint that asks for no moment.
 */
export function queryDates(
  schema: z.ZodType | undefined,
): ((query: unknown, timeZone: () => string) => { query: unknown; ignored: string[] }) | undefined {
  const names = schema ? momentsIn(schema) : [];
  if (names.length === 0) return undefined;
  return (query, timeZone) => {
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
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, { format?: string }>;
  };
  return Object.entries(properties).flatMap(([name, { format }]) => (format === 'date-time' ? [name] : []));
}

import { z } from 'zod';

/** What a page asks for before it sends a connection: what must be filled in; what else holds, the server says at its field. */
export function entryRules(
  fields: readonly { name: string; secret: boolean; is: string; required: boolean }[],
): z.ZodType<Record<string, unknown>> {
  const settings = fields
    .filter(({ secret, required }) => required && !secret)
    .map(({ name, is }): [string, z.ZodType] => [
      name,
      is === 'files' ? z.array(z.string()).min(1) : is === 'number' ? z.number() : z.string().min(1),
    ]);
  return z.looseObject({ name: z.string().min(1).max(100), settings: z.looseObject(Object.fromEntries(settings)) });
}

/** Where secrets alone are exchanged. */
export const secretRules: z.ZodType<Record<string, unknown>> = z.looseObject({});

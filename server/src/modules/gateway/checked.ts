import type { z } from 'zod';
import { AppError } from '../../platform/errors.ts';

/** What a call brings, judged as a page's call is. */
export function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const fields = result.error.issues
    .slice(0, 20)
    .map((issue) => ({ path: issue.path.join('.'), code: `input.${issue.code}` as never }));
  throw new AppError('platform.invalid_input', undefined, fields);
}

import { AppError } from '../../platform/errors.ts';

/** A refusal as it is kept. */
export function refusal(error: unknown): { code: string; data?: Record<string, unknown> } {
  if (!(error instanceof AppError)) throw error;
  return { code: error.code, ...(error.data && { data: error.data }) };
}

import { ZodError } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { OutgoingError } from '../../platform/outbox/outgoing.ts';
import type { OpenAsk, Word } from './memory.ts';

/** A failure as the flow hears of it: with its code, some words, and whether another try may help. */
export function failureWord(
  ctx: Ctx,
  { key, node, action }: Pick<OpenAsk, 'key' | 'node' | 'action'>,
  error: unknown,
): Word {
  const failed = (code: string, message: string, final: boolean, after?: number): Word => ({
    kind: 'fail',
    key,
    code,
    message,
    final,
    ...(after !== undefined && { after }),
  });
  if (error instanceof AppError) {
    const { retryAfter } = (error.data ?? {}) as { retryAfter?: number };
    return failed(error.code, wordsOf(error), error.status < 500, retryAfter);
  }
  if (error instanceof ZodError) {
    const [first] = error.issues;
    return failed('flows.wrong_input', first ? `${first.path.join('/')}: ${first.message}` : '', true);
  }
  if (error instanceof OutgoingError)
    return error.reason === 'held' || error.reason === 'network'
      ? failed(`connections.call.${error.reason}`, '', false)
      : failed(`connections.call.${error.reason}`, '', true);
  ctx.platform.log.error({ err: error, node, action }, 'a step of a flow failed');
  return failed('flows.internal', '', false);
}

/** What the refusal says besides its code, without what only pages read. */
function wordsOf({ data, fields }: AppError): string {
  const first = fields?.[0];
  if (first) return `${first.path}: ${first.code}`;
  const words = Object.entries(data ?? {}).filter(
    ([name, value]) => name !== 'retryAfter' && ['string', 'number'].includes(typeof value),
  );
  return words
    .map(([, value]) => String(value))
    .join(' ')
    .slice(0, 500);
}

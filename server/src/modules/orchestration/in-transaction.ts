import { actionOf } from '../../platform/actions.ts';
import type { Ctx } from '../../platform/context.ts';
import type { SpaceTx } from '../../platform/db/space-data.ts';
import { failureWord } from './failure.ts';
import type { OpenAsk, Word } from './memory.ts';
import { nested } from './nested.ts';

/** Failures after which the whole transaction is done again. */
const again = new Set(['40001', '40P01']);

/** One action in the run's transaction. When it fails, what it wrote is taken back and the run goes on with the failure. */
export async function inTransaction(tx: SpaceTx, ctx: Ctx, ask: OpenAsk, key: string): Promise<Word> {
  const action = actionOf(ctx.platform, ask.action ?? '');
  const events: Parameters<SpaceTx['event']>[] = [];
  const within: SpaceTx = {
    ...tx,
    event: (...event) => {
      events.push(event);
      return Promise.resolve();
    },
  };
  mark(tx, 'savepoint step');
  try {
    const output = await action!.runIn!(ctx, within, nested(ask.input), key);
    mark(tx, 'release savepoint step');
    for (const event of events) await tx.event(...event);
    return { kind: 'answer', key: ask.key, output: action!.output.parse(output) };
  } catch (error) {
    if (again.has((error as { code?: string }).code ?? '')) throw error;
    await tx.query({ text: 'rollback to savepoint step' });
    return failureWord(ctx, ask, error);
  }
}

/** Nobody waits for the answer: should it fail, so does what follows. */
function mark(tx: SpaceTx, text: string): void {
  tx.query({ text }).catch(() => {});
}

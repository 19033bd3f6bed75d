import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { BatchItem, workbenchApi } from '@formwork/contract/workflow/workbench.ts';
import type { Ctx } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { submit, transfer, urge } from './actions.ts';

type Input<K extends 'approve' | 'transfer' | 'urge'> = InputOf<(typeof workbenchApi)[K]>;
type Answer = Promise<ResponseOf<typeof workbenchApi.approve>>;

export async function approveMany(ctx: Ctx, { body: { items, comment } }: Input<'approve'>): Answer {
  return each(
    items,
    ({ taskId }) => taskId,
    ({ taskId, version, commandId }) =>
      submit(ctx, { params: { taskId }, query: {}, body: { commandId, version, comment } }),
  );
}

export async function transferMany(ctx: Ctx, { body: { items, person, reason } }: Input<'transfer'>): Answer {
  return each(
    items,
    ({ taskId }) => taskId,
    ({ taskId, version, commandId }) =>
      transfer(ctx, { params: { taskId }, query: {}, body: { commandId, version, person, reason } }),
  );
}

export async function urgeMany(ctx: Ctx, { body: { items, message } }: Input<'urge'>): Answer {
  return each(
    items,
    ({ instanceId }) => instanceId,
    ({ instanceId, commandId }) => urge(ctx, { params: { instanceId }, query: {}, body: { commandId, message } }),
  );
}

/** Each item is a command of its own: one that is refused keeps none of the others back. */
async function each<Item>(items: Item[], idOf: (item: Item) => string, act: (item: Item) => Promise<unknown>): Answer {
  const results: BatchItem[] = [];
  for (const item of items) {
    try {
      await act(item);
      results.push({ id: idOf(item), refused: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      results.push({ id: idOf(item), refused: { code: error.code, data: error.data ?? {} } });
    }
  }
  return { results };
}

import type { Ctx } from '../../../platform/context.ts';
import { recordsThere } from '../../records/public.ts';
import type { StoredRequest } from './stored.ts';

/** Of those that wait for a process the ids whose record or form is there no more: nothing decides on them but administrators. */
export async function strandedRequests(
  ctx: Pick<Ctx, 'platform' | 'spaceId'>,
  requests: readonly Pick<StoredRequest, 'id' | 'state' | 'form' | 'record'>[],
): Promise<Set<string>> {
  const waiting = requests.filter(({ state, record }) => state === 'asked' && record !== null);
  const there = new Set<string>();
  for (const [formId, own] of Map.groupBy(waiting, ({ form }) => form!)) {
    const records = own.map(({ record }) => record!);
    for (const id of await recordsThere(ctx, formId, records)) there.add(id);
  }
  return new Set(waiting.filter(({ record }) => !there.has(record!)).map(({ id }) => id));
}

import type { Usage } from '@formwork/contract/operations/customers.ts';
import type { TxCtx } from '../../platform/context.ts';
import { enterSpace } from '../../platform/db/db.ts';
import { storedBytes } from '../files/public.ts';
import { countApps } from '../forms/public.ts';
import { countPeople } from '../identity/public.ts';
import { spaceFigures } from '../records/public.ts';

/** What some spaces use. Row security shows one space at a time: the transaction enters each, and its own again at the end. */
export async function usageOf(
  { tx, spaceId }: Pick<TxCtx, 'tx' | 'spaceId'>,
  spaceIds: readonly string[],
): Promise<Map<string, Usage>> {
  const figures = await spaceFigures(tx, spaceIds);
  const usage = new Map<string, Usage>();
  for (const id of spaceIds) {
    await enterSpace(tx, id);
    const { records, tableBytes } = figures.get(id)!;
    usage.set(id, {
      people: await countPeople(tx, id),
      applications: await countApps(tx, id),
      records,
      storedBytes: tableBytes + (await storedBytes(tx, id)),
    });
  }
  await enterSpace(tx, spaceId);
  return usage;
}

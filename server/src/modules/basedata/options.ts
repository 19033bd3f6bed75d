import type { Option } from '@formwork/contract/forms/field-types/single-select.ts';
import { optionsOf } from '@formwork/contract/basedata/options.ts';
import type { ControlTx } from '../../platform/db.ts';
import { itemsOf } from './dictionary-items.ts';

/** What the dictionaries of these codes offer to a field, by code; those that are gone are missing. */
export async function dictionaryOptions(tx: ControlTx, codes: readonly string[]): Promise<ReadonlyMap<string, Option[]>> {
  if (codes.length === 0) return new Map();
  const found = await tx.selectFrom('basedata.dictionary').select(['id', 'code']).where('code', 'in', codes).execute();
  return new Map(await Promise.all(found.map(async ({ id, code }) => [code, optionsOf(await itemsOf(tx, id))] as const)));
}

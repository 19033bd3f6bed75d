import type { Text } from '@formwork/contract/text.ts';
import type { SpaceReader } from '../../../platform/db/space-data.ts';

/** What columns are called, by asset and key, as they are or were at a moment. */
export async function readTitles(
  from: SpaceReader,
  assets: readonly number[],
  at: string | undefined,
): Promise<Map<number, Map<string, Text>>> {
  const { rows } = await from.query<{ asset: number; key: string; title: Text }>({
    text: `select asset, key, title from ${from.schema}.assets_column
      where asset = any($1::integer[]) and ($2::timestamptz is null or valid_from <= $2 and (valid_to is null or valid_to > $2))`,
    values: [assets, at ?? null],
  });
  const found = new Map<number, Map<string, Text>>();
  for (const { asset, key, title } of rows) {
    const own = found.get(asset) ?? new Map<string, Text>();
    found.set(asset, own.set(key, title));
  }
  return found;
}

import { sensitivities, type Sensitivity } from '@formwork/contract/assets/asset.ts';
import { sql } from 'kysely';
import { spaceSchema } from '../../platform/db/space-data.ts';
import type { Platform } from '../../platform/platform.ts';

/** Columns of a thing that are at least so sensitive, for whoever hides them: also asked in the midst of a transaction. */
export async function sensitiveColumns(
  { platform, spaceId }: { platform: Platform; spaceId: string },
  kind: string,
  id: string,
  from: Sensitivity,
): Promise<string[]> {
  const schema = sql.raw(spaceSchema(spaceId));
  const { rows } = await sql<{
    key: string;
  }>`select c.key from ${schema}.assets_column c join ${schema}.assets_asset a on a.id = c.asset
      where a.kind = ${kind} and a.ref = ${id} and c.sensitivity >= ${sensitivities.indexOf(from)} and c.valid_to is null order by c.key`.execute(
    platform.facts,
  );
  return rows.map(({ key }) => key);
}

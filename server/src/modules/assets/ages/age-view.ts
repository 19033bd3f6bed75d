import type { Age } from '@formwork/contract/assets/retention.ts';
import type { StoredAsset } from '../rows.ts';

export function ageView({ oldest, newest, aged_at: at, age_why: why }: StoredAsset): Age {
  return {
    oldest: oldest?.toISOString() ?? null,
    newest: newest?.toISOString() ?? null,
    agedAt: at?.toISOString() ?? null,
    ageWhy: why,
  };
}

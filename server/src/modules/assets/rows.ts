import { sensitivities, type AssetRow, type retentionThens } from '@formwork/contract/assets/asset.ts';
import type { Text } from '@formwork/contract/text.ts';

/** A row of `assets_asset`, as lists read it. */
export interface StoredAsset {
  id: number;
  kind: string;
  ref: string;
  guard: string;
  title: Text;
  sort: string;
  about: string;
  place: Text;
  address: { kind: string; id: string; appId: string | null };
  state: AssetRow['state'];
  owner: string | null;
  stewards: string[];
  domain: string | null;
  terms: string[];
  tags: string[];
  category: string | null;
  category_by: 'rule' | 'hand' | null;
  certified: AssetRow['certified'];
  certified_by: string | null;
  certified_at: Date | null;
  sensitivity: number;
  retention: number | null;
  retention_then: (typeof retentionThens)[number];
  age_column: string | null;
  age_by: string | null;
  oldest: Date | null;
  newest: Date | null;
  aged_at: Date | null;
  age_why: string | null;
  kept_until: string | null;
  kept_why: string;
  column_count: number;
  unread: string | null;
  release: string;
  score: number | null;
  used: number;
  used_at: Date | null;
  version: number;
  created_at: Date;
  changed_at: Date;
}

export const assetColumns =
  'a.id, a.kind, a.ref, a.guard, a.title, a.sort, a.about, a.place, a.address, a.state, a.owner, a.stewards, a.domain, a.terms, a.tags, a.category, a.category_by, a.certified, a.certified_by, a.certified_at, a.sensitivity, a.retention, a.retention_then, a.age_column, a.age_by, a.oldest, a.newest, a.aged_at, a.age_why, a.kept_until::text, a.kept_why, a.column_count, a.unread, a.release, a.score, a.used, a.used_at, a.version, a.created_at, a.changed_at';

export function assetRow(row: StoredAsset): AssetRow {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    about: row.about,
    place: row.place,
    address: row.address,
    state: row.state,
    owner: row.owner,
    domain: row.domain,
    category: row.category,
    tags: row.tags,
    certified: row.certified,
    sensitivity: sensitivities[row.sensitivity] ?? 'open',
    columnCount: row.column_count,
    score: row.score,
    used: row.used,
    usedAt: row.used_at?.toISOString() ?? null,
    changedAt: row.changed_at.toISOString(),
  };
}

import type { MessageKind } from '@formwork/contract/messages/kinds.ts';
import type { Ctx } from '../../platform/context.ts';
import { reader } from '../../platform/db/space-data.ts';
import { asPerson } from '../identity/public.ts';
import type { StoredAsset } from './rows.ts';
import { tellAll } from './target.ts';
import { visibleAssets } from './visible.ts';

/** Tells its owner, its stewards and whoever follows an asset, as far as they see it now; how many those are. */
export async function tellOf(
  { platform, spaceId }: Pick<Ctx, 'platform' | 'spaceId'>,
  asset: StoredAsset,
  {
    source,
    kind,
    title,
    by = null,
    also = [],
    followers = true,
  }: {
    source: string;
    kind: Extract<
      MessageKind,
      'assetIncident' | 'assetChanged' | 'assetRemark' | 'assetContractBroken' | 'assetContractKept' | 'assetOverdue'
    >;
    title: string;
    by?: string | null;
    /** Whom it concerns beside them. */
    also?: readonly string[];
    /** Whether whoever follows it is told too. */
    followers?: boolean;
  },
): Promise<number> {
  const from = reader({ platform, spaceId });
  const { rows } = await from.query<{ person: string }>({
    text: `select person from ${from.schema}.assets_follow where asset = $1`,
    values: [asset.id],
  });
  const told = new Set([
    ...(asset.owner === null ? [] : [asset.owner]),
    ...asset.stewards,
    ...(followers ? rows.map((r) => r.person) : []),
    ...also,
  ]);
  if (by !== null) told.delete(by);
  const people: string[] = [];
  for (const person of told) if (await sees(person)) people.push(person);
  if (people.length === 0) return 0;
  await tellAll({ platform, spaceId }, asset, {
    source,
    people: people.map((person) => ({ person, kind, title })),
    thing: `asset/${asset.id}`,
    by,
  });
  return people.length;

  async function sees(person: string): Promise<boolean> {
    try {
      const ctx = await asPerson({ platform, spaceId }, person, 'somebody is told of an asset');
      return (await visibleAssets(ctx)).has(asset);
    } catch {
      // disabled, or no member any more
      return false;
    }
  }
}

import type { MessageTarget } from '@formwork/contract/messages/api.ts';
import { roleHolds } from '@formwork/contract/permissions.ts';
import type { RouteId } from '@formwork/contract/routes.ts';
import type { Ctx } from '../../platform/context.ts';
import { leaveMessages } from '../messages/public.ts';
import { directoryOf } from '../organization/public.ts';
import type { StoredAsset } from './rows.ts';

type Target = MessageTarget & { page: RouteId };
type Told = Parameters<typeof leaveMessages>[2];

/** Tells people of an asset. Administrators are led to it, all others to the thing itself: the pages of assets are not theirs. */
export async function tellAll(
  { platform, spaceId }: Pick<Ctx, 'platform' | 'spaceId'>,
  asset: Pick<StoredAsset, 'id' | 'address'>,
  told: Omit<Told, 'target'>,
  query: Record<string, string> = {},
): Promise<void> {
  const { people: known } = await directoryOf(platform, spaceId);
  const opens = (person: string): boolean => {
    const role = known.get(person)?.role;
    return role !== undefined && roleHolds(role, 'assets.asset.edit');
  };
  const own = thingItself(asset.address);
  for (const administrators of [true, false]) {
    const people = told.people.filter(({ person }) => opens(person) === administrators);
    if (people.length === 0) continue;
    const target: Target | undefined = administrators
      ? { page: 'dataAssets', query: { id: String(asset.id), ...query } }
      : own;
    await leaveMessages(platform, spaceId, { ...told, people, ...(target && { target }) });
  }
}

/** Where everybody opens it, as far as they may. */
function thingItself({ kind, id, appId }: StoredAsset['address']): Target | undefined {
  if (kind === 'form' && appId !== null) return { page: 'appList', params: { appId }, query: { form: id } };
  if (kind === 'chart') return { page: 'chartView', params: { id } };
  if (kind === 'dashboard' || kind === 'screen') return { page: kind, params: { id } };
  return undefined;
}

import type { DelegatedPart, SystemPart } from '@formwork/contract/delegated.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { Ctx, TxCtx } from '../../../platform/context.ts';
import { forbidden } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import type { Platform } from '../../../platform/platform.ts';
import { directoryOf, forgetDirectory, type Directory } from '../directory/directory.ts';
import { administersAll } from './administered.ts';
import { grantsInForce } from './delegated-facts.ts';

type Caller = Pick<Ctx, 'platform' | 'spaceId' | 'user'>;

/** The systems of which somebody looks after a part; undefined for administrators, who look after all. Refuses who looks after none. */
export async function systemsInCare(ctx: Caller, part: SystemPart): Promise<ReadonlySet<string> | undefined> {
  if (administersAll(ctx.user)) return undefined;
  const systems = systemsOf(await directoryOf(ctx.platform, ctx.spaceId), ctx.user, [part]);
  if (systems.size === 0) throw forbidden();
  return systems;
}

/** Programs and agents look after nothing. */
export function systemsOf(
  directory: Directory,
  user: Ctx['user'],
  parts: readonly DelegatedPart[],
): ReadonlySet<string> {
  if (user.byToken || user.deputy?.delegations) return new Set();
  return new Set(
    grantsInForce(directory, user.id)
      .filter(({ may }) => may.some((part) => parts.includes(part)))
      .flatMap(({ systemId }) => systemId ?? []),
  );
}

type Titles = (ctx: Pick<Ctx, 'platform' | 'spaceId'>) => Promise<ReadonlyMap<string, Text>>;
const titles = new WeakMap<Platform, Titles>();

/** A module above keeps the systems and knows how they are called; called once, in its `start`. */
export function knowSystems(platform: Platform, read: Titles): void {
  titles.set(platform, read);
}

export async function systemTitles(ctx: Pick<Ctx, 'platform' | 'spaceId'>): Promise<ReadonlyMap<string, Text>> {
  return (await titles.get(ctx.platform)?.(ctx)) ?? new Map<string, Text>();
}

/** In the transaction that takes a system away: nobody looks after it any more, its roles belong to none. Afterwards `systemIsGone`. */
export async function releaseSystem(ctx: TxCtx, systemId: string): Promise<void> {
  await ctx.tx.updateTable('organization.role').set({ system_id: null }).where('system_id', '=', systemId).execute();
  const ended = await ctx.tx
    .deleteFrom('organization.delegated_admin')
    .where('system_id', '=', systemId)
    .returning(['id', 'account_id', 'may'])
    .execute();
  for (const { id, account_id: personId, may } of ended)
    await record(ctx, 'organization.delegated.ended', { id, personId, systemId, may });
}

export function systemIsGone({ platform, spaceId }: Pick<Ctx, 'platform' | 'spaceId'>): void {
  forgetDirectory(platform, spaceId, { rest: true });
}

import type { OfferedPart, packagesApi } from '@formwork/contract/packages/api.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { TxCtx } from '../../platform/context.ts';
import { notFound, refuse } from '../../platform/errors.ts';
import { definitionsAround } from '../definitions/public.ts';
import { needsOf } from './needs.ts';
import { allParts, partsByKind } from './parts.ts';
import { nextVersion } from './versions.ts';

export interface Collected extends OfferedPart {
  body: unknown;
}

/** What a package of the application would bring, under the key it went by before. */
export async function offeredParts(
  ctx: TxCtx,
  { params: { appId } }: InputOf<typeof packagesApi.offered>,
): Promise<ResponseOf<typeof packagesApi.offered>> {
  const parts = await collectParts(ctx, appId);
  const last = await lastName(ctx, appId);
  return {
    key: last?.key ?? `app.${appId}`,
    version: last ? nextVersion(last.version) : '1.0.0',
    parts: parts.map(({ body: _body, ...part }) => part),
    needs: await needsOf(ctx, partsByKind(ctx.platform), parts),
  };
}

/** The application first, all others in the order in which they are placed. */
export async function collectParts(ctx: TxCtx, appId: string): Promise<Collected[]> {
  const kinds = allParts(ctx.platform);
  const app = { id: appId, forms: [] as string[] };
  const found: Collected[] = [];
  for (const kind of kinds) {
    const parts = await kind.collect(ctx, app);
    if (kind.kind === 'form') app.forms = parts.map(({ id }) => id);
    found.push(...parts.map((part) => ({ ...part, kind: kind.kind, own: true })));
  }
  const [first] = found;
  if (first?.kind !== 'app') throw notFound('packages.app.not_found');
  if (found.length === 1) throw refuse('packages.app.files_only');
  const order = new Map(kinds.map(({ kind }, at) => [kind, at]));
  return [...found, ...(await definitionsAround(ctx, app))].toSorted(
    (a, b) => (order.get(a.kind) ?? 0) - (order.get(b.kind) ?? 0),
  );
}

export function nameOf(parts: readonly Collected[]): Text {
  return parts[0]!.name;
}

/** What it was packed as last, or came here as. */
async function lastName(ctx: TxCtx, appId: string): Promise<{ key: string; version: string } | undefined> {
  const packed = await ctx.tx
    .selectFrom('packages.packed')
    .select(['key', 'version'])
    .where('app_id', '=', appId)
    .executeTakeFirst();
  if (packed) return packed;
  return ctx.tx
    .selectFrom('packages.install')
    .select(['key', 'version'])
    .where('app_id', '=', appId)
    .where('state', '=', 'applied')
    .orderBy('applied_at', 'desc')
    .executeTakeFirst();
}

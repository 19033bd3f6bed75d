import { roleHolds } from '@formwork/contract/permissions.ts';
import { assetSources, seesNone, type Seen } from '../../platform/assets.ts';
import type { Ctx } from '../../platform/context.ts';

/** What somebody sees of all assets: by the rights on the things they are. */
export interface Visible {
  has(asset: { kind: string; guard: string }): boolean;
  /** A condition over `a`; values are appended. */
  sql(values: unknown[]): string;
}

/** Asked anew each time: a right that was taken away is gone with the next call. */
export async function visibleAssets(ctx: Ctx): Promise<Visible> {
  const kinds = new Map<string, Seen>();
  for (const source of assetSources(ctx.platform))
    for (const [kind, seen] of await source.seen(ctx)) kinds.set(kind, seen);
  for (const { seenAs } of assetSources(ctx.platform))
    for (const [kind, other] of Object.entries(seenAs ?? {})) kinds.set(kind, kinds.get(other) ?? seesNone);
  // what other systems reported is for those who look after assets
  if (roleHolds(ctx.user.role, 'assets.asset.edit')) kinds.set('external', { except: new Set() });
  return {
    has({ kind, guard }) {
      const seen = kinds.get(kind);
      return seen !== undefined && ('only' in seen ? seen.only.has(guard) : !seen.except.has(guard));
    },
    sql(values) {
      const whole = [...kinds].flatMap(([kind, seen]) => ('except' in seen && seen.except.size === 0 ? [kind] : []));
      const parts = [`a.kind = any($${values.push(whole)}::text[])`];
      for (const [kind, seen] of kinds) {
        if ('only' in seen) {
          if (seen.only.size > 0)
            parts.push(`(a.kind = $${values.push(kind)} and a.guard = any($${values.push([...seen.only])}::text[]))`);
        } else if (seen.except.size > 0)
          parts.push(
            `(a.kind = $${values.push(kind)} and not a.guard = any($${values.push([...seen.except])}::text[]))`,
          );
      }
      return `(${parts.join(' or ')})`;
    },
  };
}

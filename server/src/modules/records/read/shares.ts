import type { Platform } from '../../../platform/platform.ts';
import { askPool, catalogRows } from '../../../platform/db/nodes.ts';
import type { Reach } from '../../forms/public.ts';
import { tableName } from '../../forms/public.ts';
import type { FormPlan } from '../plan/plan.ts';
import type { Viewer } from '../rights/reach.ts';

const known = new WeakMap<FormPlan, { at: number; shares: Promise<ReadonlyMap<string, number>> }>();
const staleMs = 10 * 60_000;

/** Which part of a form's records a reach takes in by its departments, 0 to 1, as the database last sampled them; 0 where it never did. */
export async function shareOf(platform: Platform, plan: FormPlan, reach: Reach, viewer: Viewer): Promise<number> {
  if (typeof reach !== 'object' || reach === null || !(reach.below ?? reach.department)) return 0;
  const shares = await sharesOf(platform, plan);
  if (shares.size === 0) return 0;
  const place = viewer.place();
  return (reach.below ? place.below : place.departments).reduce((sum, id) => sum + (shares.get(id) ?? 0), 0);
}

function sharesOf(platform: Platform, plan: FormPlan): Promise<ReadonlyMap<string, number>> {
  const found = known.get(plan);
  if (found && Date.now() - found.at < staleMs) return found.shares;
  const shares = ask(platform, plan);
  known.set(plan, { at: Date.now(), shares });
  // whoever asks next asks the database again
  shares.catch(() => known.delete(plan));
  return shares;
}

async function ask(platform: Platform, plan: FormPlan): Promise<ReadonlyMap<string, number>> {
  const rows = await catalogRows<{ ids: string[] | null; shares: number[] | null }>(
    askPool(platform.pool),
    [plan.schema.slice(1, -1)],
    (nameIn) =>
      `select most_common_vals::text::text[] as ids, most_common_freqs as shares from pg_stats where schemaname = any($1) and ${nameIn('tablename')} = $2 and attname = 'department' and not inherited`,
    [tableName(plan.form.formId)],
  );
  return new Map((rows[0]?.ids ?? []).map((id, at) => [id, rows[0]?.shares?.[at] ?? 0]));
}

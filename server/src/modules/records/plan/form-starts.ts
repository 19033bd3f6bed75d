import type { FormStart } from '@formwork/contract/records/api.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Platform } from '../../../platform/platform.ts';

type Source = (ctx: Ctx, formId: string) => Promise<FormStart[]>;
const sources = new WeakMap<Platform, Source[]>();

/** Whoever keeps things that a button on a record starts tells which there are. */
export function knowFormStarts(platform: Platform, source: Source): void {
  sources.set(platform, [...(sources.get(platform) ?? []), source]);
}

/** What buttons on the records of a form start, for a caller who sees the form. */
export async function formStarts(ctx: Ctx, formId: string): Promise<FormStart[]> {
  const found = await Promise.all((sources.get(ctx.platform) ?? []).map((source) => source(ctx, formId)));
  return found.flat();
}

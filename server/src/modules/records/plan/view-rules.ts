import type { Condition } from '@formwork/contract/condition/condition.ts';
import type { Platform } from '../../../platform/platform.ts';

/** A resource that nothing may take twice at a time, by ids of fields. Time slots have their own, stronger way: `bookings.ts`. */
export interface TimeRule {
  resource: string;
  start: string;
  end?: string | undefined;
}

/** How many records may stand in a column of a board, by the option that makes it; only those that the board shows count. */
export interface ColumnLimit {
  column: string;
  limits: Readonly<Record<string, number>>;
  filter?: Condition | undefined;
}

/** What shared labels of a form refuse. */
export interface ViewRules {
  times: readonly TimeRule[];
  limits: readonly ColumnLimit[];
}

type Source = (spaceId: string, formId: string) => Promise<ViewRules>;
const sources = new WeakMap<Platform, Source>();

/** Who keeps the rules tells them, from memory: they are asked for with each save. */
export function knowViewRules(platform: Platform, source: Source): void {
  sources.set(platform, source);
}

export async function viewRules(
  { platform, spaceId }: { platform: Platform; spaceId: string },
  formId: string,
): Promise<ViewRules> {
  return (await sources.get(platform)?.(spaceId, formId)) ?? none;
}

const none: ViewRules = { times: [], limits: [] };

import type { Ctx } from '../../../platform/context.ts';
import type { Platform } from '../../../platform/platform.ts';

/** Ends what else signs in as an account, and says how much it was. */
type End = (ctx: Ctx, accountId: string) => Promise<number>;
const ends = new WeakMap<Platform, End>();

/** A module above has something else that signs in as a person; called once, in its `start`. */
export function onAllSessionsEnded(platform: Platform, end: End): void {
  ends.set(platform, end);
}

/** After all sessions of an account were ended: nothing else goes on in its name. */
export async function endWhatElse(ctx: Ctx, accountId: string): Promise<number> {
  return (await ends.get(ctx.platform)?.(ctx, accountId)) ?? 0;
}

import type { SharedChart, SharedChoice, SharedContent, SharedKind as Kind } from '@formwork/contract/visitors/api.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { Ctx } from './context.ts';

/**
 * A kind of thing that links show to visitors, as a module brings it: `shares` of its entry. `thing` is its id as the address of
 * the links has it. Every call has the eyes of whoever made the link, at that moment.
 */
export interface SharedKind {
  kind: Kind;
  /** Throws where the caller may not show it to others, or may not any more; else what it is called. */
  requireSharable(ctx: Ctx, thing: string): Promise<Text>;
  /** Refuses what the caller may not choose; answers what is kept. */
  choose(ctx: Ctx, thing: string, choice: SharedChoice | null): Promise<SharedChoice | null>;
  /** What is shown first. `requireSharable` is asked before. `isAgain`: to somebody who has it open already, which is no new visit. */
  show(maker: Ctx, thing: string, choice: SharedChoice | null, isAgain: boolean): Promise<SharedContent>;
  /** The rows behind a cursor that `show` or this answered. */
  rows?(
    maker: Ctx,
    thing: string,
    choice: SharedChoice | null,
    cursor: string,
  ): Promise<{ rows: string[][]; next: string | null }>;
  /** A chart of it as it is now; the thing itself where no part is named. */
  chart?(maker: Ctx, thing: string, part: string | undefined): Promise<SharedChart>;
}

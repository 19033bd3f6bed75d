import type { ErrorCode } from '@formwork/contract/errors.ts';
import type { Role } from '@formwork/contract/roles.ts';
import type { Locale } from '@formwork/contract/identity/api.ts';
import type { ControlTx } from './db/db.ts';
import type { Platform } from './platform.ts';

export interface SignedInUser {
  id: string;
  name: string;
  login: string;
  /** The role held in the space of this request. */
  role: Role;
  /** What operator roles give, for staff of the operator who are held to them; undefined holds all that the role does. */
  grants?: readonly string[] | undefined;
  homeSpaceId: string;
  sessionId: string;
  /** Shows a developer token, and comes out of no session. */
  byToken?: true;
  /** No person: the house itself acts, for this reason. Made by `asSystem` alone; the trail names the reason. */
  system?: { reason: string };
  /** Who really sits there, when it is not the person themselves. */
  deputy?: Deputy;
  /** A rule does it, in their name. */
  cause?: Cause;
}

/** What rules led to: goes along with what they write into its events, so that circles end. */
export interface Cause {
  /** The event, run or call that all of it began with. */
  root: string;
  depth: number;
  /** Rules on the way, each with the record it was judged on: `rule:record`. */
  chain: readonly string[];
  /** The trace of the rule that writes. */
  trace: string;
}

/** Somebody who acts for another person. */
export interface Deputy {
  id: string;
  name: string;
  /** An agent acts within these; the trustee of a hosted account in everything. */
  delegations?: readonly { appIds: readonly string[] | null; permissions: readonly string[]; startsAt: Date }[];
}

/** What a call of a visitor knows. */
export interface VisitorCtx {
  platform: Platform;
  requestId: string;
  ip: string;
  userAgent: string;
  locale: Locale;
  spaceId?: string;
  /** Of the host by which it was asked, where that is one of the installation's list of hosts for pages. */
  pageOrigin?: string;
  user?: SignedInUser;
  /** Why the session that the caller shows holds no longer, where they may know. */
  shutOut?: ErrorCode;
}

/** What a call of a signed-in person knows. */
export interface Ctx extends VisitorCtx {
  spaceId: string;
  user: SignedInUser;
}

/** A call inside a control-plane transaction of a space, of a visitor perhaps. */
export interface VisitorTxCtx extends VisitorCtx {
  spaceId: string;
  tx: ControlTx;
}

/** A signed-in call inside its control-plane transaction. */
export interface TxCtx extends Ctx {
  tx: ControlTx;
}

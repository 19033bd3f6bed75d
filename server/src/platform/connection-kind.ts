import type { ConnectionKindSpec } from '@formwork/contract/connections/kinds.ts';
import type { TxCtx } from './context.ts';
import type { Platform } from './platform.ts';

/** What opens a connection: its settings and secrets, checked, and for whom. */
export interface Opening<Settings, Secrets> {
  platform: Platform;
  spaceId: string;
  /** Changes with every change of the connection: what is kept of an earlier one is of no use. */
  version: number;
  id: string;
  settings: Settings;
  secrets: Secrets;
}

/** Something opened, which whoever opened it closes. */
export interface Opened {
  close(): Promise<void>;
}

/** A kind of connection, as a module brings it: `connections` of its entry. */
export interface ConnectionKind<
  Settings = unknown,
  Secrets = unknown,
  Client extends Opened = Opened,
> extends ConnectionKindSpec {
  kind: string;
  /** Throws what `failure.ts` of the module connections puts into words. */
  test(opening: Opening<Settings, Secrets>): Promise<void>;
  open(opening: Opening<Settings, Secrets>): Promise<Client>;
  /** In the transaction that keeps it, new or changed: what it names that lies elsewhere becomes its own, or it is refused. */
  saved?(ctx: TxCtx, id: string, settings: Settings): Promise<void>;
}

// settings differ from kind to kind; they are checked by its own schema
// eslint-disable-next-line typescript/no-explicit-any -- any kind at all
export type AnyConnectionKind = ConnectionKind<any, any>;

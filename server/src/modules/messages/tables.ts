import type { MessageKind } from '@formwork/contract/messages/kinds.ts';

export interface SubscriptionTable {
  space_id: string;
  account_id: string;
  app_id: string;
  kind: MessageKind;
  subscribed: boolean;
}

declare module '../../platform/db/db.ts' {
  interface ControlTables {
    'messages.subscription': SubscriptionTable;
  }
}

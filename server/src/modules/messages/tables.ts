import type { MessageKind } from '@formwork/contract/messages/api.ts';

export interface SubscriptionTable {
  space_id: string;
  account_id: string;
  app_id: string;
  kind: MessageKind;
  subscribed: boolean;
}

declare module '../../platform/db.ts' {
  interface ControlTables {
    'messages.subscription': SubscriptionTable;
  }
}

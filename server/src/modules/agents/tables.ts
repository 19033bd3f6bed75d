import type { AgentPermission } from '@formwork/contract/agents/api.ts';
import type { Generated } from 'kysely';

export interface DelegationTable {
  space_id: string;
  id: string;
  principal_id: string;
  agent_id: string;
  starts_at: Date;
  ends_at: Date;
  app_ids: string[] | null;
  permissions: AgentPermission[];
  recycled_at: Date | null;
  created_at: Generated<Date>;
}

declare module '../../platform/db/db.ts' {
  interface ControlTables {
    'agents.delegation': DelegationTable;
  }
}

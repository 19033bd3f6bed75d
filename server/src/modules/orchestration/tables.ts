import type { ConstraintRefusal } from '../../platform/module.ts';

declare module '../../platform/db/db.ts' {
  interface ControlTables {
    'orchestration.start': StartTable;
  }
}

interface StartTable {
  space_id: string;
  flow: string;
  part: string;
  kind: 'trigger' | 'call' | 'message' | 'button' | 'date';
  name: string;
}

export const constraintCodes: Record<string, ConstraintRefusal> = { start_call_key: 'flows.flow.key_taken' };

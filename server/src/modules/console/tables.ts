import type { Target, Terminal } from '@formwork/contract/console/navigation.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { ColumnType } from 'kysely';

export interface NavEntryTable {
  space_id: string;
  id: string;
  terminal: Terminal;
  parent_id: string | null;
  tab: boolean;
  /** jsonb: written as text, read as the value. */
  target: ColumnType<Target, string, string>;
  title: ColumnType<Text | null, string | null, string | null>;
  icon: string | null;
  new_window: boolean;
  hidden: boolean;
  roles: string[];
  role_groups: string[];
  position: number;
}

declare module '../../platform/db/db.ts' {
  interface ControlTables {
    'console.nav_entry': NavEntryTable;
  }
}

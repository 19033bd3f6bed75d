import type { ErrorCode } from '@formwork/contract/errors.ts';
import type { Locale } from '@formwork/contract/identity/api.ts';
import type { ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import type { PushSettings } from '@formwork/contract/workflow/push.ts';
import type { ColumnType, Generated } from 'kysely';

/** jsonb: written as text, read as the value. */
type Json<T> = ColumnType<T, string, string>;

export interface DefinitionTable {
  space_id: string;
  form_id: string;
  version: number;
  graph: Json<ProcessGraph>;
  released: number | null;
  saved_by: string;
  saved_at: Generated<Date>;
}

export interface ReleaseTable {
  space_id: string;
  form_id: string;
  number: number;
  graph: Json<ProcessGraph>;
  note: string;
  released_by: string;
  released_at: Generated<Date>;
}

export interface ModelTable {
  space_id: string;
  id: string;
  xml: string;
  made_by: string;
  made_at: Generated<Date>;
}

export interface PushTable {
  space_id: string;
  account_id: string;
  settings: Json<PushSettings>;
  locale: Locale;
  digested_at: Date | null;
  caught_up_at: Date | null;
}

declare module '../../platform/db/db.ts' {
  interface ControlTables {
    'workflow.definition': DefinitionTable;
    'workflow.release': ReleaseTable;
    'workflow.model': ModelTable;
    'workflow.push': PushTable;
  }
}

/** Named constraints and the refusal each stands for. */
export const constraintCodes = {
  workflow_instance_living: 'workflow.instance.already_running',
  workflow_definition_pkey: 'workflow.definition.stale',
} as const satisfies Record<string, ErrorCode>;

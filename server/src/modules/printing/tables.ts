import type { ErrorCode } from '@formwork/contract/errors.ts';
import type { TemplateContent } from '@formwork/contract/printing/template.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { ColumnType, Generated } from 'kysely';

type Json<T> = ColumnType<T, string, string>;

export interface TemplateTable {
  space_id: string;
  id: string;
  form_id: string;
  title: Json<Text>;
  is_default: Generated<boolean>;
  enabled: Generated<boolean>;
  version: number;
  changed_at: Generated<Date>;
  changed_by: string;
}

export interface TemplateVersionTable {
  space_id: string;
  template_id: string;
  version: number;
  content: Json<TemplateContent>;
  made_at: Generated<Date>;
  made_by: string;
}

declare module '../../platform/db.ts' {
  interface ControlTables {
    'printing.template': TemplateTable;
    'printing.template_version': TemplateVersionTable;
  }
}

export const constraintCodes: Record<string, ErrorCode> = { template_default_key: 'printing.template.changed' };

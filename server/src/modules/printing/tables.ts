import type { ErrorCode } from '@formwork/contract/errors.ts';
import type { Generated } from 'kysely';

/** Which form a template is offered for; the template itself is a definition. */
export interface TemplateTable {
  space_id: string;
  id: string;
  form_id: string;
  is_default: Generated<boolean>;
}

declare module '../../platform/db/db.ts' {
  interface ControlTables {
    'printing.template': TemplateTable;
  }
}

export const constraintCodes: Record<string, ErrorCode> = { template_default_key: 'printing.template.changed' };

import type { FieldValue } from '@formwork/contract/forms/values/value.ts';
import { escaped } from '../../../platform/db/copy-in.ts';
import type { PlanColumn } from '../plan/columns.ts';

/** One value in COPY's text format. */
export function copyText(column: PlanColumn, value: FieldValue): string {
  const param = column.param(value);
  if (param === null || param === undefined) return '\\N';
  if (Array.isArray(param))
    return escaped(`{${param.map((item) => `"${String(item).replace(/["\\]/g, '\\$&')}"`).join(',')}}`);
  if (typeof param === 'boolean') return param ? 't' : 'f';
  return escaped(String(param));
}

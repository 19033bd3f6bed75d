import { z } from 'zod';
import { parseIds } from './member.ts';
import type { FieldTypeSpec } from './spec.ts';

export const DepartmentConfig = z.object({
  multiple: z.boolean().default(false),
  max: z.int().min(1).max(500).optional(),
});
export type DepartmentConfig = z.infer<typeof DepartmentConfig>;

/** A list of departments' ids, also where only one may be chosen. */
export const department: FieldTypeSpec<DepartmentConfig, string[]> = {
  version: 1,
  config: DepartmentConfig,
  initial: { multiple: false },
  kind: () => 'departments',
  canBeUnique: 'words',
  parse: (value, config) => parseIds(value, config, /^[A-Za-z0-9-]{1,40}$/, 'records.value.not_departments'),
  fromText: (text) => text.split(/[,;，；、]/).map((part) => part.trim()),
  toText: (value, _config, options) =>
    value.map((id) => options.nameOf?.(id) ?? '').join(options.locale === 'zh-CN' ? '、' : ', '),
};

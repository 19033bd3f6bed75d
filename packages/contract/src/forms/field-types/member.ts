import { z } from 'zod';
import { fail, type FieldTypeSpec, type Parsed, type ValueErrorCode } from './spec.ts';

export const MemberConfig = z.object({ multiple: z.boolean().default(false), max: z.int().min(1).max(500).optional() });
export type MemberConfig = z.infer<typeof MemberConfig>;

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A list of people's ids, also where only one may be chosen. That they exist and belong to the space is the server's check. */
export const member: FieldTypeSpec<MemberConfig, string[]> = {
  version: 1,
  config: MemberConfig,
  initial: { multiple: false },
  kind: () => 'people',
  canBeUnique: 'words',
  parse: (value, config) => parseIds(value, config, uuidPattern, 'records.value.not_people'),
  fromText: (text) => text.split(/[,;，；、]/).map((part) => part.trim()),
  toText: (value, _config, options) =>
    value.map((id) => options.nameOf?.(id) ?? '').join(options.locale === 'zh-CN' ? '、' : ', '),
};

export function parseIds(
  value: unknown,
  config: { multiple: boolean; max?: number | undefined },
  pattern: RegExp,
  code: ValueErrorCode,
): Parsed<string[]> {
  const given = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(given)) return fail(code);
  const ids = [...new Set(given as unknown[])];
  if (!ids.every((id) => typeof id === 'string' && pattern.test(id))) return fail(code);
  if (!config.multiple && ids.length > 1) return fail('records.value.not_multiple');
  if (ids.length > (config.max ?? 500)) return fail('records.value.above_limit', { max: config.max ?? 500 });
  return { value: ids.length ? (ids as string[]) : null };
}

import { z } from 'zod';
import { parseIds } from './member.ts';
import type { FieldTypeSpec, TextOptions } from './spec.ts';

export const UnitConfig = z.object({ multiple: z.boolean().default(false), max: z.int().min(1).max(500).optional() });
export type UnitConfig = z.infer<typeof UnitConfig>;

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const shared = {
  version: 1,
  config: UnitConfig,
  initial: { multiple: false },
  canBeUnique: 'words' as const,
  fromText: (text: string) => text.split(/[,;，；、]/).map((part) => part.trim()),
  toText: (value: string[], _config: UnitConfig, options: TextOptions) =>
    value.map((id) => options.nameOf?.(id) ?? '').join(options.locale === 'zh-CN' ? '、' : ', '),
};

/** A list of ids of posts, also where only one may be chosen. That they exist is the server's check. */
export const post: FieldTypeSpec<UnitConfig, string[]> = {
  ...shared,
  kind: () => 'posts',
  parse: (value, config) => parseIds(value, config, uuidPattern, 'records.value.not_posts'),
};

/** The same with roles of the space. */
export const role: FieldTypeSpec<UnitConfig, string[]> = {
  ...shared,
  kind: () => 'roles',
  parse: (value, config) => parseIds(value, config, uuidPattern, 'records.value.not_roles'),
};

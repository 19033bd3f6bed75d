import type { z } from 'zod';
import type { Translate } from '../i18n/i18n.ts';

/** One thing wrong with a body: where, and which rule it breaks. */
export interface BrokenRule {
  /** Of the body, as `points.2.key`. */
  path: string;
  /** `required`, or the code of zod. */
  code: string;
  data: Record<string, unknown>;
}

/** What the schema of an endpoint's body has against a body that is about to be sent. Ids of commands are filled in later. */
export function brokenRules(schema: z.ZodType, body: unknown): BrokenRule[] {
  const found = schema.safeParse(body);
  if (found.success) return [];
  return found.error.issues
    .filter(({ path }) => path.join('.') !== 'commandId')
    .map(({ path, code, message: _message, ...data }) => ({
      path: path.join('.'),
      code: isMissing(valueAt(body, path)) ? 'required' : code,
      data: data as Record<string, unknown>,
    }));
}

/** A broken rule in words; `shell.rule.<what>` holds them. */
export function ruleText({ code, data }: Pick<BrokenRule, 'code' | 'data'>, t: Translate): string {
  const isText = data.origin === 'string';
  if (code === 'too_small' && data.origin !== 'number' && data.minimum === 1) return t('shell.rule.required');
  switch (code) {
    case 'required':
      return t('shell.rule.required');
    case 'too_small':
      if (data.origin === 'array') return t('shell.rule.least_items', { min: data.minimum });
      return isText ? t('shell.rule.too_short', { min: data.minimum }) : t('shell.rule.too_low', { min: data.minimum });
    case 'too_big':
      if (data.origin === 'array') return t('shell.rule.most_items', { max: data.maximum });
      return isText ? t('shell.rule.too_long', { max: data.maximum }) : t('shell.rule.too_high', { max: data.maximum });
    case 'invalid_type':
      return data.expected === 'number' || data.expected === 'int'
        ? t('shell.rule.not_number')
        : t('shell.rule.wrong_value');
    case 'invalid_value':
      return t('shell.rule.not_offered');
    default:
      return t('shell.rule.wrong_value');
  }
}

/** Whether a body without this value would be refused: its input is marked. */
export function isRequired(schema: z.ZodType, body: unknown, path: string): boolean {
  return brokenRules(schema, body).some((rule) => rule.path === path);
}

/** The most characters of a text, where the schema says so. */
export function longestText(schema: z.ZodType, path: string): number | undefined {
  const most = path.split('.').reduce<Loose | undefined>((at, key) => partOf(at, key), schema as unknown as Loose);
  const found = inner(most)?.maxLength;
  return typeof found === 'number' ? found : undefined;
}

/** What is read of schemas besides parsing. */
interface Loose {
  /** Of texts. */
  maxLength?: unknown;
  _zod: { def: { type: string; shape?: Record<string, Loose>; innerType?: Loose; in?: Loose } };
}

function inner(schema: Loose | undefined): Loose | undefined {
  const next = schema?._zod.def.innerType ?? schema?._zod.def.in;
  return next ? inner(next) : schema;
}

function partOf(schema: Loose | undefined, key: string): Loose | undefined {
  return inner(schema)?._zod.def.shape?.[key];
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key], body);
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

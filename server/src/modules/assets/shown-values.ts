import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import { sourceField } from '@formwork/contract/forms/source-field.ts';
import type { ValueKind } from '@formwork/contract/forms/values/value.ts';
import type { Ctx } from '../../platform/context.ts';
import { zoneOf } from '../enterprise/public.ts';

import { idsIn, seenDefinition, valueNames } from '../records/public.ts';
import type { StoredAsset } from './rows.ts';

type Cell = string | null;
type ToWords = (text: string) => string;

const byId: ReadonlySet<ValueKind> = new Set(['people', 'departments', 'posts', 'roles', 'records']);
const options: ReadonlySet<ValueKind> = new Set(['option', 'options']);

/** Of a form, what is kept as ids as people read it: options, people, departments, posts, roles, other records. */
export async function shownRows(
  ctx: Ctx,
  asset: Pick<StoredAsset, 'kind' | 'ref'>,
  columns: readonly { name: string }[],
  rows: readonly (readonly Cell[])[],
): Promise<Cell[][]> {
  const words = await wordsOf(ctx, asset, columns, (at) => rows.flatMap((row) => row[at] ?? []));
  return rows.map((row) => row.map((cell, at) => (cell === null ? null : (words[at]?.(cell) ?? cell))));
}

/** How the values of each column read; undefined where they stand as they are. */
export async function wordsOf(
  ctx: Ctx,
  { kind, ref }: Pick<StoredAsset, 'kind' | 'ref'>,
  columns: readonly { name: string }[],
  valuesOf: (at: number) => readonly string[],
): Promise<(ToWords | undefined)[]> {
  if (kind !== 'form') return columns.map(() => undefined);
  const { fields } = await seenDefinition(ctx, ref);
  const known = new Map(fields.map((field) => [field.id, field]));
  return Promise.all(columns.map(({ name }, at) => toWords(ctx, known.get(name), valuesOf(at))));
}

async function toWords(ctx: Ctx, of: Field | undefined, values: readonly string[]): Promise<ToWords | undefined> {
  if (!of) return undefined;
  const field = sourceField(of);
  const kind = fieldKind(of);
  if (byId.has(kind)) {
    const nameOf = await valueNames(ctx, field, [...new Set(values.flatMap(idsIn))], kind);
    return (text) => idsIn(text).map(nameOf).filter(Boolean).join('、');
  }
  if (!options.has(kind)) return undefined;
  const { toText } = fieldTypeSpec(field.type);
  const words = { locale: ctx.locale, timeZone: zoneOf(ctx.platform, ctx.spaceId), nameOf: () => undefined };
  return (text) => toText(kind === 'options' ? idsIn(text) : text, field.config, words);
}

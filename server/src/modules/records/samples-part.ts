import { Readable } from 'node:stream';
import { shortId } from '@formwork/contract/endpoint.ts';
import { fieldTypeSpec, type FieldType } from '@formwork/contract/forms/field-types/registry.ts';
import { isComputed } from '@formwork/contract/forms/field.ts';
import { mostSamples } from '@formwork/contract/packages/api.ts';
import { z } from 'zod';
import { idOf } from '../../platform/actions.ts';
import type { Ctx } from '../../platform/context.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { invalid } from '../../platform/errors.ts';
import { renameAt, type PackagePart, type PackedPart } from '../../platform/package-part.ts';
import { csvContent } from '../../platform/sheet/write-csv.ts';
import { importStored } from './import/import-stored.ts';
import { requireImport } from './import/imports.ts';
import type { PlanColumn } from './plan/columns.ts';
import { planOf } from './plan/plan.ts';
import { eachSeenRecord } from './read/printable.ts';

const Body = z.object({
  form: shortId,
  fields: z.array(z.string().max(41)).min(1).max(1_000),
  /** Cells as an export writes them, and an import reads them again. */
  rows: z.array(z.array(z.string().max(1_000_000))).max(mostSamples),
});
type Body = z.infer<typeof Body>;

const naming = new Set(['form']);
/** People, files, devices and other records are of the place they come from. */
const stays: ReadonlySet<FieldType> = new Set<FieldType>([
  'member',
  'department',
  'attachment',
  'image',
  'signature',
  'relation',
  'devicePoint',
]);

/** Records of a form that somebody sends along as samples: plain fields of the main table. They come once, as an import of who installs the package. */
export const samplesPart: PackagePart = {
  kind: 'samples',
  order: 900,
  once: true,
  // into forms of the package alone: of the house's own its file could name any
  goesWith: (id) => `form/${id}`,
  collect: () => Promise.resolve([]),
  async chosen(ctx, forms) {
    const parts: PackedPart[] = [];
    for (const form of forms) {
      const part = await samplesOf(ctx, form);
      if (part) parts.push(part);
    }
    return parts;
  },
  // once they are records, nothing tells them from others
  find: () => Promise.resolve(undefined),
  taken: () => Promise.resolve([]),
  read: (body) => Body.parse(body),
  rename: (body, ids) => renameAt(body, ids, naming),
  names: (body) => [{ kind: 'form', id: (body as Body).form }],
  // they are written when the form is in force
  write: () => Promise.resolve(),
  release: (ctx, id, _without, body) => bring(ctx, id, body as Body),
  remove: () => Promise.resolve(),
};

async function samplesOf(ctx: Ctx, formId: string): Promise<PackedPart | undefined> {
  const plan = await planOf(ctx, formId);
  const columns = plan.own.filter(({ field }) => !isComputed(field) && !stays.has(field.type));
  const { locale } = ctx;
  const textOf = ({ id, field }: PlanColumn, values: Record<string, unknown>): string => {
    const value = values[id];
    return value === undefined || value === null
      ? ''
      : fieldTypeSpec(field.type).toText(value as never, field.config, { locale, timeZone: plan.timeZone });
  };
  const rows: string[][] = [];
  if (columns.length > 0)
    for await (const { values } of eachSeenRecord(ctx, formId, undefined)) {
      rows.push(columns.map((column) => textOf(column, values)));
      if (rows.length === mostSamples) break;
    }
  if (rows.length === 0) return undefined;
  const body: Body = { form: formId, fields: columns.map(({ id }) => id), rows };
  return { id: formId, name: plan.form.definition.title, body, released: true };
}

/** Under one id: a run that broke off finds what it brought before. */
async function bring(ctx: Ctx, form: string, { fields, rows }: Body): Promise<void> {
  // a form that is not in force takes none
  await planOf(ctx, form);
  const id = idOf(`samples ${ctx.spaceId} ${form}`);
  const settings = { mapping: fields.map((field, index) => ({ index, field })), looseNumbers: true };
  // a refusal leaves no file behind
  await requireImport(ctx, form, settings);
  const { key, size } = (await keptBefore(ctx, id)) ?? (await kept(ctx, fields, rows));
  const { failed } = await importStored(
    { ...ctx, progress() {}, moved: async () => {}, cancelled: () => false },
    { id, formId: form, file: { key, size, rows: rows.length, name: 'samples.csv' }, settings },
  );
  if (failed > 0) throw invalid('packages.samples.left_out', undefined, { count: failed, of: rows.length });
}

async function keptBefore(ctx: Ctx, id: string): Promise<{ key: string; size: number } | undefined> {
  const { rows } = await spaceQuery<{ key: string; size: number }>(ctx.platform, {
    text: `select file_key as key, size::int as size from ${spaceSchema(ctx.spaceId)}.records_sheet where id = $1`,
    values: [id],
  });
  return rows[0];
}

async function kept(ctx: Ctx, fields: readonly string[], rows: string[][]): Promise<{ key: string; size: number }> {
  async function* lines(): AsyncGenerator<string[][]> {
    yield rows;
  }
  const titles = fields.map((title) => ({ title }));
  const content = csvContent(titles, lines(), { delimiter: ',', encoding: 'utf-8' });
  return ctx.platform.files.put(Readable.from(content));
}

import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { PrintTemplate, printingApi } from '@formwork/contract/printing/api.ts';
import type { TemplateContent } from '@formwork/contract/printing/template.ts';
import { sql, type Selectable } from 'kysely';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl, type ControlTx } from '../../platform/db.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { attachFiles } from '../files/public.ts';
import { requireForm } from '../forms/public.ts';
import type { TemplateTable } from './tables.ts';

type Input<K extends keyof typeof printingApi> = InputOf<(typeof printingApi)[K]>;
type Response<K extends keyof typeof printingApi> = ResponseOf<(typeof printingApi)[K]>;

/** What files of templates are attached to; everyone of the space may see a letterhead. */
export const templateFiles = 'printing.template';

export async function listTemplates(ctx: TxCtx, { params }: Input<'templates'>): Promise<PrintTemplate[]> {
  await requireForm(ctx.tx, params.formId);
  const rows = await ctx.tx.selectFrom('printing.template').selectAll().where('form_id', '=', params.formId).orderBy('is_default', 'desc').orderBy('id').execute();
  return rows.map(viewOf);
}

export async function getTemplate(ctx: TxCtx, { params, query }: Input<'getTemplate'>): Promise<Response<'getTemplate'>> {
  const row = await templateOf(ctx.tx, params.formId, params.templateId);
  return { ...viewOf(row), content: await contentOf(ctx.tx, row.id, query.version ?? row.version) };
}

export async function listVersions(ctx: TxCtx, { params }: Input<'versions'>): Promise<Response<'versions'>> {
  await templateOf(ctx.tx, params.formId, params.templateId);
  const rows = await ctx.tx.selectFrom('printing.template_version').select(['version', 'made_at', 'made_by']).where('template_id', '=', params.templateId).orderBy('version', 'desc').limit(200).execute();
  return rows.map(({ version, made_at: at, made_by: by }) => ({ version, at: at.toISOString(), by }));
}

export async function createTemplate(ctx: Ctx, { params, body }: Input<'createTemplate'>): Promise<PrintTemplate> {
  const made = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    await requireForm(tx, params.formId);
    const others = await tx.selectFrom('printing.template').select('id').where('form_id', '=', params.formId).limit(1).execute();
    const id = newId();
    const row = await tx
      .insertInto('printing.template')
      // the first one is offered first
      .values({ space_id: ctx.spaceId, id, form_id: params.formId, title: JSON.stringify(body.title), is_default: others.length === 0, version: 1, changed_by: ctx.user.id })
      .returningAll()
      .executeTakeFirstOrThrow();
    await addVersion({ ...ctx, tx }, id, 1, body.content);
    await record({ ...ctx, tx }, 'printing.template.created', { id, formId: params.formId, title: body.title.zh });
    return viewOf(row);
  });
  await keepFiles(ctx, made.id, body.content);
  return made;
}

export async function saveTemplate(ctx: Ctx, { params, body }: Input<'saveTemplate'>): Promise<PrintTemplate> {
  const saved = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const before = await templateOf(tx, params.formId, params.templateId, true);
    if (before.version !== body.expectedVersion) throw conflict('printing.template.changed');
    const changed = body.content !== undefined && JSON.stringify(body.content) !== JSON.stringify(await contentOf(tx, before.id, before.version));
    const version = before.version + (changed ? 1 : 0);
    if (changed) await addVersion({ ...ctx, tx }, before.id, version, body.content!);
    if (body.isDefault) await tx.updateTable('printing.template').set({ is_default: false }).where('form_id', '=', params.formId).where('id', '<>', before.id).execute();
    const row = await tx
      .updateTable('printing.template')
      .set({ title: JSON.stringify(body.title), is_default: body.isDefault, enabled: body.enabled, version, changed_at: sql<Date>`now()`, changed_by: ctx.user.id })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await record({ ...ctx, tx }, 'printing.template.saved', { id: before.id, formId: params.formId, title: body.title.zh, version, enabled: body.enabled });
    return viewOf(row);
  });
  if (body.content) await keepFiles(ctx, saved.id, body.content);
  return saved;
}

export async function removeTemplate(ctx: TxCtx, { params }: Input<'removeTemplate'>): Promise<null> {
  const { id, title } = await templateOf(ctx.tx, params.formId, params.templateId, true);
  await ctx.tx.deleteFrom('printing.template').where('id', '=', id).execute();
  await record(ctx, 'printing.template.removed', { id, formId: params.formId, title: title.zh });
  return null;
}

/** The enabled templates of a form, for whoever may print; the default one first. */
export async function enabledTemplates(tx: ControlTx, formId: string): Promise<Response<'choices'>> {
  const rows = await tx.selectFrom('printing.template').selectAll().where('form_id', '=', formId).where('enabled', '=', true).orderBy('is_default', 'desc').orderBy('id').execute();
  return rows.map(({ id, title, is_default: isDefault }) => ({ id, title, isDefault }));
}

/** The last version of an enabled template. */
export async function enabledContent(tx: ControlTx, formId: string, templateId: string): Promise<TemplateContent> {
  const row = await templateOf(tx, formId, templateId);
  if (!row.enabled) throw notFound('printing.template.not_found');
  return contentOf(tx, row.id, row.version);
}

async function templateOf(tx: ControlTx, formId: string, id: string, lock = false): Promise<Selectable<TemplateTable>> {
  const found = tx.selectFrom('printing.template').selectAll().where('id', '=', id).where('form_id', '=', formId);
  const row = await (lock ? found.forUpdate() : found).executeTakeFirst();
  if (!row) throw notFound('printing.template.not_found');
  return row;
}

async function contentOf(tx: ControlTx, templateId: string, version: number): Promise<TemplateContent> {
  const row = await tx.selectFrom('printing.template_version').select('content').where('template_id', '=', templateId).where('version', '=', version).executeTakeFirst();
  if (!row) throw notFound('printing.template.not_found');
  return row.content;
}

async function addVersion(ctx: TxCtx, templateId: string, version: number, content: TemplateContent): Promise<void> {
  await ctx.tx.insertInto('printing.template_version').values({ space_id: ctx.spaceId, template_id: templateId, version, content: JSON.stringify(content), made_by: ctx.user.id }).execute();
}

/** Pictures of the template stay with it, those of earlier versions too. */
async function keepFiles(ctx: Ctx, templateId: string, { blocks }: TemplateContent): Promise<void> {
  const plain = blocks.flatMap((block) => (block.kind === 'columns' ? block.cells.flatMap((cell) => cell.blocks) : block.kind === 'rows' ? block.blocks : [block]));
  const ids = plain.flatMap((block) => (block.kind === 'picture' && block.file ? [block.file.id] : []));
  if (ids.length > 0) await attachFiles(ctx.platform, ctx.spaceId, ctx.user.id, ids, { kind: templateFiles, id: templateId });
}

function viewOf({ id, title, is_default: isDefault, enabled, version, changed_at: at, changed_by: changedBy }: Selectable<TemplateTable>): PrintTemplate {
  return { id, title, isDefault, enabled, version, changedAt: at.toISOString(), changedBy };
}

import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { PrintTemplate, printingApi } from '@formwork/contract/printing/api.ts';
import type { TemplateContent } from '@formwork/contract/printing/template.ts';
import type { Selectable } from 'kysely';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl, type ControlTx } from '../../platform/db/db.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import {
  addDefinition,
  binDefinition,
  findDefinitions,
  findReleases,
  releasedOf,
  saveDefinition,
  type KeptDefinition,
} from '../definitions/public.ts';
import { attachFiles } from '../files/public.ts';
import { requireForm } from '../forms/public.ts';
import type { TemplateTable } from './tables.ts';
import { printTemplateKind, templateKind, type TemplateBody } from './template-kind.ts';

type Input<K extends keyof typeof printingApi> = InputOf<(typeof printingApi)[K]>;
type Response<K extends keyof typeof printingApi> = ResponseOf<(typeof printingApi)[K]>;

/** What files of templates are attached to; everyone of the space may see a letterhead. */
export const templateFiles = 'printing.template';

/** A template as it is offered for its form. */
interface Offered extends Omit<KeptDefinition, 'draft'> {
  form: string;
  isDefault: boolean;
  content: TemplateContent;
}

export async function listTemplates(ctx: TxCtx, { params }: Input<'templates'>): Promise<PrintTemplate[]> {
  await requireForm(ctx.tx, params.formId);
  return (await offeredFor(ctx.tx, [params.formId])).map(viewOf);
}

export async function getTemplate(
  ctx: TxCtx,
  { params, query }: Input<'getTemplate'>,
): Promise<Response<'getTemplate'>> {
  const template = await templateOf(ctx.tx, params.formId, params.templateId);
  if (query.version === undefined) return { ...viewOf(template), content: template.content };
  const releases = await findReleases<TemplateBody>(ctx, templateKind, template.id);
  const release = releases.find(({ number }) => number === query.version);
  if (!release) throw notFound('printing.template.not_found');
  return { ...viewOf(template), content: release.body.content };
}

export async function listVersions(ctx: TxCtx, { params }: Input<'versions'>): Promise<Response<'versions'>> {
  const { id } = await templateOf(ctx.tx, params.formId, params.templateId);
  return (await findReleases(ctx, templateKind, id)).map(({ number: version, at, by }) => ({
    version,
    at: at.toISOString(),
    by,
  }));
}

export async function createTemplate(ctx: Ctx, { params, body }: Input<'createTemplate'>): Promise<PrintTemplate> {
  const made = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const { app_id: appId } = await requireForm(tx, params.formId);
    const id = newId();
    await addDefinition({ ...ctx, tx }, printTemplateKind, {
      id,
      name: body.title,
      draft: { form: params.formId, content: body.content },
      appId,
    });
    return viewOf(await templateOf(tx, params.formId, id));
  });
  await keepFiles(ctx, made.id, body.content);
  return made;
}

export async function saveTemplate(ctx: Ctx, { params, body }: Input<'saveTemplate'>): Promise<PrintTemplate> {
  const { view, done } = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const { id, form, version } = await templateOf(tx, params.formId, params.templateId, true);
    if (version !== body.expectedVersion) throw conflict('printing.template.changed');
    if (body.isDefault)
      await tx.updateTable('printing.template').set({ is_default: false }).where('form_id', '=', form).execute();
    await tx.updateTable('printing.template').set({ is_default: body.isDefault }).where('id', '=', id).execute();
    const saved = await saveDefinition({ ...ctx, tx }, templateKind, id, {
      name: body.title,
      enabled: body.enabled,
      ...(body.content && { draft: { form, content: body.content } }),
    });
    return { view: viewOf(await templateOf(tx, params.formId, id)), done: saved.done };
  });
  done();
  if (body.content) await keepFiles(ctx, view.id, body.content);
  return view;
}

export async function removeTemplate(ctx: Ctx, { params, query }: Input<'removeTemplate'>): Promise<null> {
  const done = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const { id } = await templateOf(tx, params.formId, params.templateId, true);
    await tx.updateTable('printing.template').set({ is_default: false }).where('id', '=', id).execute();
    return binDefinition({ ...ctx, tx }, templateKind, id, query.acceptUses ?? false);
  });
  done();
  return null;
}

/** The enabled templates of a form, for whoever may print; the default one first. */
export async function enabledTemplates(tx: ControlTx, formId: string): Promise<Response<'choices'>> {
  const templates = await offeredFor(tx, [formId]);
  return templates.filter(({ enabled }) => enabled).map(({ id, name: title, isDefault }) => ({ id, title, isDefault }));
}

/** What is in force of an enabled template. */
export async function enabledContent(ctx: Ctx, formId: string, templateId: string): Promise<TemplateContent> {
  const found = await releasedOf<TemplateBody, TemplateContent>(ctx.platform, ctx.spaceId, templateKind, templateId);
  if (!found?.enabled || found.body.form !== formId) throw notFound('printing.template.not_found');
  return found.compiled;
}

/** Of these forms, the default one of each first. */
export async function offeredFor(tx: ControlTx, forms: readonly string[]): Promise<Offered[]> {
  const rows = await tx
    .selectFrom('printing.template')
    .selectAll()
    .where('form_id', 'in', [...forms])
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .execute();
  return offered(tx, rows);
}

async function templateOf(tx: ControlTx, formId: string, id: string, lock = false): Promise<Offered> {
  const found = tx.selectFrom('printing.template').selectAll().where('id', '=', id).where('form_id', '=', formId);
  const [template] = await offered(tx, await (lock ? found.forUpdate() : found).execute());
  if (!template) throw notFound('printing.template.not_found');
  return template;
}

async function offered(tx: ControlTx, rows: readonly Selectable<TemplateTable>[]): Promise<Offered[]> {
  const definitions = new Map(
    (
      await findDefinitions(
        tx,
        templateKind,
        rows.map(({ id }) => id),
      )
    ).map((one) => [one.id, one]),
  );
  return rows.flatMap(({ id, form_id: form, is_default: isDefault }) => {
    const definition = definitions.get(id);
    if (!definition) return [];
    const { draft, ...kept } = definition;
    return [{ ...kept, form, isDefault, content: (draft as TemplateBody).content }];
  });
}

/** Pictures of the template stay with it, those of earlier versions too. */
async function keepFiles(ctx: Ctx, templateId: string, { blocks }: TemplateContent): Promise<void> {
  const plain = blocks.flatMap((block) =>
    block.kind === 'columns'
      ? block.cells.flatMap((cell) => cell.blocks)
      : block.kind === 'rows'
        ? block.blocks
        : [block],
  );
  const ids = plain.flatMap((block) => (block.kind === 'picture' && block.file ? [block.file.id] : []));
  if (ids.length > 0)
    await attachFiles(ctx.platform, ctx.spaceId, ctx.user.id, ids, { kind: templateFiles, id: templateId });
}

function viewOf({
  id,
  name: title,
  isDefault,
  enabled,
  version,
  saved_at: at,
  saved_by: changedBy,
}: Offered): PrintTemplate {
  return { id, title, isDefault, enabled, version, changedAt: at.toISOString(), changedBy };
}

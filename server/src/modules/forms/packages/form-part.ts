import { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { Title } from '@formwork/contract/text.ts';
import { formsSpokenOf } from '@formwork/contract/records/linked.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import { newShortId } from '../../../platform/ids.ts';
import type { PackagePart, PackedPart } from '../../../platform/package-part.ts';
import { leadingTo } from '../apps/copies.ts';
import { insertForm, removeForm } from '../forms.ts';
import { withSources } from '../links.ts';
import { release } from '../releases/releases.ts';

/** A form's definition. Ids of fields, tables and options never change. */
export const formPart: PackagePart = {
  kind: 'form',
  order: 20,
  async collect({ tx }, { id: appId }) {
    const rows = await tx
      .selectFrom('forms.form as f')
      .innerJoin('forms.draft as d', (join) =>
        join.onRef('d.space_id', '=', 'f.space_id').onRef('d.form_id', '=', 'f.id'),
      )
      .leftJoin('forms.release as r', (join) =>
        join.onRef('r.space_id', '=', 'f.space_id').onRef('r.form_id', '=', 'f.id').onRef('r.number', '=', 'f.release'),
      )
      .select(['f.id', 'd.definition as draft', 'r.definition as released'])
      .where('f.app_id', '=', appId)
      .where('f.removed_at', 'is', null)
      .orderBy('f.position')
      .orderBy('f.id')
      .execute();
    return rows.map(({ id, draft, released }): PackedPart => {
      const body = released ?? draft;
      return { id, name: body.title, body, released: released !== null };
    });
  },
  async find({ tx }, id) {
    const row = await tx
      .selectFrom('forms.form as f')
      .innerJoin('forms.draft as d', (join) =>
        join.onRef('d.space_id', '=', 'f.space_id').onRef('d.form_id', '=', 'f.id'),
      )
      .select(['f.release', 'd.definition'])
      .where('f.id', '=', id)
      .where('f.removed_at', 'is', null)
      .executeTakeFirst();
    return row && { id, name: row.definition.title, body: row.definition, released: row.release !== null };
  },
  taken: async (tx, ids) =>
    (
      await tx
        .selectFrom('forms.form')
        .select('id')
        .where('id', 'in', [...ids])
        .execute()
    ).map(({ id }) => id),
  newId: newShortId,
  read: (body) => FormDefinition.parse(body),
  rename: (body, ids) => withTemplates(leadingTo(body as FormDefinition, ids), body as FormDefinition, ids),
  names: (body) => formsSpokenOf(body as FormDefinition).map((id) => ({ kind: 'form', id })),
  async write(ctx, { id, body, appId }) {
    const definition = await withSources(ctx.tx, id, body as FormDefinition);
    const title = Title.parse(definition.title);
    const form = await ctx.tx
      .selectFrom('forms.form')
      .select('release')
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    if (!form) {
      await insertForm(ctx, appId, title, definition, id);
      return;
    }
    await saved(ctx, id, definition);
    if (form.release === null)
      await ctx.tx
        .updateTable('forms.form')
        .set({ title: JSON.stringify(title) })
        .where('id', '=', id)
        .execute();
  },
  async release(ctx, id, without) {
    const full = await draftOf(ctx, id);
    if (!full) return;
    const spoken = formsSpokenOf(full.definition).filter((other) => other !== id && without.has(other));
    if (spoken.length === 0) {
      await inForce(ctx, id, full.version);
      return;
    }
    // forms that lead to each other: one goes first without what leads to the others, and again with it
    const version = await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
      saved({ ...ctx, tx }, id, withoutLinks(full.definition, new Set(spoken))),
    );
    try {
      await inForce(ctx, id, version);
    } finally {
      await inControl(ctx.platform.control, ctx.spaceId, (tx) => saved({ ...ctx, tx }, id, full.definition));
    }
  },
  async remove(ctx, id) {
    await removeForm(ctx, { params: { formId: id }, query: { acceptUses: true }, body: undefined });
  },
};

async function inForce(ctx: Ctx, formId: string, draftVersion: number): Promise<void> {
  try {
    await release(ctx, { params: { formId }, query: {}, body: { draftVersion, acceptUses: true } });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'forms.release.unchanged') throw error;
  }
}

function draftOf(ctx: Ctx, id: string): Promise<{ version: number; definition: FormDefinition } | undefined> {
  return inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    tx.selectFrom('forms.draft').select(['version', 'definition']).where('form_id', '=', id).executeTakeFirst(),
  );
}

/** The next version of its draft. */
async function saved(
  ctx: Parameters<PackagePart['write']>[0],
  id: string,
  definition: FormDefinition,
): Promise<number> {
  const { version } = await ctx.tx
    .updateTable('forms.draft')
    .set({
      version: sql<number>`version + 1`,
      definition: JSON.stringify(definition),
      saved_by: ctx.user.id,
      saved_at: new Date(),
    })
    .where('form_id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  await record(ctx, 'forms.draft.saved', { id, version });
  return version;
}

/** Fields that lead to these forms, and what shows values from there, left out. */
function withoutLinks(definition: FormDefinition, forms: ReadonlySet<string>): FormDefinition {
  const gone = new Set<string>();
  const kept = (fields: readonly Field[]): Field[] => {
    for (const field of fields)
      if (
        (field.type === 'relation' && forms.has(field.config.form)) ||
        (field.type === 'rollup' && field.config.form !== undefined && forms.has(field.config.form))
      )
        gone.add(field.id);
    for (const field of fields) if (field.type === 'lookup' && gone.has(field.config.relation)) gone.add(field.id);
    return fields.filter(({ id }) => !gone.has(id));
  };
  const tables = definition.tables.map((table) => ({ ...table, fields: kept(table.fields) }));
  const fields = kept(definition.fields);
  return {
    ...definition,
    fields,
    tables,
    layout: definition.layout.map((section) => ({
      ...section,
      items: section.items.filter((item) => item.kind !== 'field' || !gone.has(item.field)),
    })),
  };
}

/** `leadingTo` lets buttons print the whole form; templates come along in a package. */
function withTemplates(
  led: FormDefinition,
  original: FormDefinition,
  ids: ReadonlyMap<string, string>,
): FormDefinition {
  return {
    ...led,
    layout: original.layout.map((section) => ({
      ...section,
      items: section.items.map((item) =>
        item.kind === 'button' && item.action.does === 'print' && item.action.template !== null
          ? { ...item, action: { ...item.action, template: ids.get(item.action.template) ?? item.action.template } }
          : item,
      ),
    })),
  };
}

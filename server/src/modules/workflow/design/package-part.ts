import { ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import { sql } from 'kysely';
import { inControl } from '../../../platform/db/db.ts';
import { record } from '../../../platform/events/events.ts';
import { renameAt, type PackagePart, type PackedPart } from '../../../platform/package-part.ts';
import { formsOf } from '../../forms/public.ts';
import { release } from './releases.ts';

const naming = new Set(['form']);

/** The process of a form, by the form's id. */
export const processPart: PackagePart = {
  kind: 'process',
  order: 80,
  async collect(ctx, { forms }) {
    if (forms.length === 0) return [];
    const titles = await formsOf(ctx, { ids: forms });
    const rows = await ctx.tx
      .selectFrom('workflow.definition as d')
      .leftJoin('workflow.release as r', (join) =>
        join
          .onRef('r.space_id', '=', 'd.space_id')
          .onRef('r.form_id', '=', 'd.form_id')
          .onRef('r.number', '=', 'd.released'),
      )
      .select(['d.form_id as id', 'd.graph', 'r.graph as released'])
      .where('d.form_id', 'in', [...forms])
      .orderBy('d.form_id')
      .execute();
    return rows.flatMap(({ id, graph, released }): PackedPart[] => {
      const form = titles.get(id);
      return form ? [{ id, name: form.title, body: released ?? graph, released: released !== null }] : [];
    });
  },
  async find(ctx, id) {
    const form = (await formsOf(ctx, { ids: [id] })).get(id);
    const row = await ctx.tx
      .selectFrom('workflow.definition')
      .select(['graph', 'released'])
      .where('form_id', '=', id)
      .executeTakeFirst();
    return form && row && { id, name: form.title, body: row.graph, released: row.released !== null };
  },
  // it goes by the form
  taken: () => Promise.resolve([]),
  read: (body) => ProcessGraph.parse(body),
  rename: (body, ids) => renameAt(body, ids, naming),
  names: (body) =>
    (body as ProcessGraph).nodes.flatMap((node) =>
      'form' in node && typeof node.form === 'string' && node.form !== '' ? [{ kind: 'form', id: node.form }] : [],
    ),
  async write(ctx, { id, body }) {
    const saved = { graph: JSON.stringify(body), saved_by: ctx.user.id, saved_at: new Date() };
    const { version } = await ctx.tx
      .insertInto('workflow.definition')
      .values({ space_id: ctx.spaceId, form_id: id, version: 1, released: null, ...saved })
      .onConflict((on) =>
        on.columns(['space_id', 'form_id']).doUpdateSet({ ...saved, version: sql<number>`definition.version + 1` }),
      )
      .returning('version')
      .executeTakeFirstOrThrow();
    await record(ctx, 'workflow.definition.saved', { id, version });
  },
  async release(ctx, id) {
    const row = await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
      tx.selectFrom('workflow.definition').select('version').where('form_id', '=', id).executeTakeFirst(),
    );
    if (row) await release(ctx, { params: { formId: id }, query: {}, body: { expectedVersion: row.version } });
  },
  // it lies in the bin with its form
  remove: () => Promise.resolve(),
};

import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { mentionsIn } from '@formwork/feel/mentions.ts';
import { inControl } from '../../platform/db/db.ts';
import { seesAll, type AssetFacts, type AssetRead, type AssetSource, type FactColumn } from '../../platform/assets.ts';
import { textIn } from '@formwork/contract/text.ts';
import { listApps } from './apps/apps.ts';
import { mayDesign } from './rights/access.ts';

const changing = new Set(['forms.released', 'forms.form.removed', 'forms.form.restored']);

/** Forms in use, with their fields and those of their slave tables. */
export const formAssets: AssetSource = {
  kinds: ['form'],
  changed: ({ type, data }) =>
    changing.has(type) && typeof data.id === 'string' ? [{ kind: 'form', id: data.id }] : undefined,
  async list({ platform, spaceId }) {
    const rows = await inControl(platform.facts, spaceId, (tx) =>
      tx
        .selectFrom('forms.form')
        .select('id')
        .where('release', 'is not', null)
        .where('removed_at', 'is', null)
        .execute(),
    );
    return rows.map(({ id }) => ({ kind: 'form', id }));
  },
  async describe({ platform, spaceId }, _kind, ids) {
    const rows = await inControl(platform.facts, spaceId, (tx) =>
      tx
        .selectFrom('forms.form as form')
        .innerJoin('forms.release as release', (join) =>
          join
            .onRef('release.space_id', '=', 'form.space_id')
            .onRef('release.form_id', '=', 'form.id')
            .onRef('release.number', '=', 'form.release'),
        )
        .innerJoin('forms.app as app', (join) =>
          join.onRef('app.space_id', '=', 'form.space_id').onRef('app.id', '=', 'form.app_id'),
        )
        .select([
          'form.id',
          'form.app_id',
          'form.title',
          'form.created_by',
          'app.title as app',
          'release.number',
          'release.definition',
        ])
        .where('form.id', 'in', [...ids])
        .where('form.removed_at', 'is', null)
        .where('app.removed_at', 'is', null)
        .execute(),
    );
    return rows.map((row): AssetFacts => ({
      kind: 'form',
      id: row.id,
      guard: row.id,
      title: row.title,
      place: row.app,
      address: { kind: 'form', id: row.id, appId: row.app_id },
      owner: row.created_by,
      release: String(row.number),
      ...shapeOfForm(row.id, row.definition),
    }));
  },
  async seen(ctx) {
    if (ctx.user.system !== undefined || mayDesign(ctx.user.role)) return new Map([['form', seesAll]]);
    const { apps } = await listApps(ctx);
    return new Map([['form', { only: new Set(apps.flatMap(({ forms }) => forms.map(({ id }) => id))) }]]);
  },
};

/** Columns and where they come from; a field of a slave table is `table.field`. */
export function shapeOfForm(id: string, definition: FormDefinition): { columns: FactColumn[]; reads: AssetRead[] } {
  const columns: FactColumn[] = [];
  const reads: AssetRead[] = [];
  const main = new Set(definition.fields.map((field) => field.id));
  const add = (fields: readonly Field[], table: string, named: FactColumn['title'] | undefined): void => {
    const own = new Set(fields.map((field) => field.id));
    const place = (part: string): string => (table === '' ? part : `${table}.${part}`);
    const placed = (name: string): string | undefined =>
      table !== '' && own.has(name) ? place(name) : main.has(name) ? name : undefined;
    for (const field of fields) {
      const key = place(field.id);
      columns.push({
        key,
        title: named
          ? { zh: `${named.zh} / ${field.title.zh}`, en: `${textIn(named, 'en')} / ${textIn(field.title, 'en')}` }
          : field.title,
        type: field.type,
      });
      const from = (part: string, how: AssetRead['how'], form = id): void => {
        reads.push({ from: { kind: 'form', id: form, part }, to: key, how });
      };
      const named_ = (text: string | undefined, how: AssetRead['how']): void => {
        for (const name of namesIn(text)) {
          const part = placed(name);
          if (part !== undefined && part !== key) from(part, how);
        }
      };
      if (field.type === 'formula') named_(field.config.expression, 'value');
      if (field.type === 'relation' && field.config.form !== '') from('', 'join', field.config.form);
      if (field.type === 'lookup') {
        const relation = [...fields, ...definition.fields].find((one) => one.id === field.config.relation);
        if (relation?.type === 'relation' && field.config.field !== '') {
          from(field.config.field, 'value', relation.config.form);
          from(place(relation.id), 'join');
        }
      }
      if (field.type === 'rollup') {
        const { table: of, relation, form, field: what } = field.config;
        if (form !== undefined) from(what ?? '', 'value', form);
        else if (relation !== undefined) {
          const link = definition.fields.find((one) => one.id === relation);
          if (link?.type === 'relation') from(what ?? '', 'value', link.config.form);
        } else if (of !== '' && what !== undefined) from(`${of}.${what}`, 'value');
      }
      named_(field.defaultFormula, 'value');
      for (const text of [field.requiredIf, field.readOnlyIf, field.hiddenIf, field.validIf, field.uniqueIf])
        named_(text, 'condition');
    }
  };
  add(definition.fields, '', undefined);
  for (const table of definition.tables) add(table.fields, table.id, table.title);
  return { columns, reads };
}

function namesIn(text: string | undefined): Iterable<string> {
  if (text === undefined || text.trim() === '') return [];
  try {
    return mentionsIn(text).names;
  } catch {
    return [];
  }
}

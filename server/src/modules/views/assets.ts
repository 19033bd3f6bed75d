import { viewReferences } from '@formwork/contract/views/references.ts';
import { inControl } from '../../platform/db/db.ts';
import type { AssetFacts, AssetRead, AssetSource, Seen } from '../../platform/assets.ts';
import { ownsAll } from '../definitions/public.ts';
import { formAssets, formsOf, releasedForm, subjectsOf } from '../forms/public.ts';
import { meansPerson } from './audience.ts';

const changing = new Set(['views.view.created', 'views.view.saved', 'views.view.removed']);
const hows: Readonly<Record<string, AssetRead['how']>> = {
  filter: 'filter',
  quick: 'filter',
  sort: 'sort',
  groups: 'group',
  board: 'group',
  colours: 'condition',
  limits: 'condition',
};

/** Labels of lists, shared and people's own: what each shows of its form, and what it filters, sorts and groups by. */
export const viewAssets: AssetSource = {
  kinds: ['view'],
  changed: ({ type, data }) =>
    changing.has(type) && typeof data.id === 'string' ? [{ kind: 'view', id: data.id }] : undefined,
  async list({ platform, spaceId }) {
    const rows = await inControl(platform.facts, spaceId, (tx) => tx.selectFrom('views.view').select('id').execute());
    return rows.map(({ id }) => ({ kind: 'view', id }));
  },
  async describe({ platform, spaceId }, _kind, ids) {
    const rows = await inControl(platform.facts, spaceId, (tx) =>
      tx
        .selectFrom('views.view')
        .selectAll()
        .where('id', 'in', [...ids])
        .execute(),
    );
    const forms = await formsOf({ platform, spaceId }, { ids: [...new Set(rows.map((row) => row.form_id))] });
    const facts: AssetFacts[] = [];
    for (const row of rows) {
      const form = forms.get(row.form_id);
      if (!form) continue;
      const released = await releasedForm({ platform, spaceId }, row.form_id).catch(() => undefined);
      const titles = new Map((released?.definition.fields ?? []).map((field) => [field.id, field]));
      const named = viewReferences(row.settings, row.form_id, () => undefined).filter(
        ({ to }) => to.form === row.form_id && !to.element.startsWith('_'),
      );
      const shown = new Set(
        named.flatMap(({ place, to }) => (hows[place] === undefined && titles.has(to.element) ? [to.element] : [])),
      );
      facts.push({
        kind: 'view',
        id: row.id,
        guard: row.id,
        title: row.title,
        place: form.title,
        address: { kind: 'view', id: row.form_id, appId: form.appId },
        owner: row.person_id ?? row.changed_by,
        release: String(row.version),
        columns: [...shown].map((id) => ({ key: id, title: titles.get(id)!.title, type: titles.get(id)!.type })),
        reads: [
          { from: { kind: 'form', id: row.form_id, part: '' }, to: '', how: 'value' },
          ...[...shown].map((id): AssetRead => ({
            from: { kind: 'form', id: row.form_id, part: id },
            to: id,
            how: 'value',
          })),
          ...named.flatMap(({ place, to }): AssetRead[] => {
            const how = hows[place];
            return how ? [{ from: { kind: 'form', id: row.form_id, part: to.element }, to: '', how }] : [];
          }),
        ],
      });
    }
    return facts;
  },
  async seen(ctx) {
    const forms = (await formAssets.seen(ctx)).get('form');
    const rows = await inControl(ctx.platform.facts, ctx.spaceId, (tx) =>
      tx.selectFrom('views.view').select(['id', 'form_id', 'person_id', 'audience']).execute(),
    );
    const admin = ownsAll(ctx.user);
    const subjects = await subjectsOf(ctx);
    const sees = (formId: string): boolean =>
      forms !== undefined && ('only' in forms ? forms.only.has(formId) : !forms.except.has(formId));
    const isSeen = (row: (typeof rows)[number]): boolean =>
      row.person_id === null
        ? sees(row.form_id) && (admin || meansPerson(row.audience, subjects))
        : row.person_id === ctx.user.id || ctx.user.system !== undefined;
    const seen: Seen = admin
      ? { except: new Set(rows.filter((row) => !isSeen(row)).map(({ id }) => id)) }
      : { only: new Set(rows.filter(isSeen).map(({ id }) => id)) };
    return new Map([['view', seen]]);
  },
};

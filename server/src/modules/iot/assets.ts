import { seesAll, type AssetFacts, type AssetSource } from '../../platform/assets.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import type { ProductRow } from './tables.ts';

const changing = new Set(['iot.product.created', 'iot.product.changed', 'iot.product.deleted']);

/** Products with their points: what devices report. */
export const productAssets: AssetSource = {
  kinds: ['product'],
  changed: ({ type, data }) =>
    changing.has(type) && typeof data.id === 'string' ? [{ kind: 'product', id: data.id }] : undefined,
  async list({ platform, spaceId }) {
    const { rows } = await spaceQuery<{ id: string }>(platform, {
      text: `select id from ${spaceSchema(spaceId)}.iot_product`,
    });
    return rows.map(({ id }) => ({ kind: 'product', id }));
  },
  async describe({ platform, spaceId }, _kind, ids) {
    const { rows } = await spaceQuery<ProductRow>(platform, {
      text: `select id, name, note, silence, points from ${spaceSchema(spaceId)}.iot_product where id = any($1::uuid[])`,
      values: [ids],
    });
    return rows.map((row): AssetFacts => ({
      kind: 'product',
      id: row.id,
      guard: row.id,
      title: { zh: row.name },
      about: row.note,
      place: { zh: '' },
      address: { kind: 'product', id: row.id, appId: null },
      owner: null,
      release: '',
      columns: row.points.map(({ key, title, type }) => ({ key, title, type })),
      reads: [],
    }));
  },
  // whoever reads devices reads what they may report
  seen: () => Promise.resolve(new Map([['product', seesAll]])),
};

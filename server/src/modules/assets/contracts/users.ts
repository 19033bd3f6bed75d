import type { Ctx } from '../../../platform/context.ts';
import { reader } from '../../../platform/db/space-data.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { UserSource } from '../../forms/public.ts';
import type { StoredContract } from './stored.ts';

interface OfForm {
  asset: number;
  form: string;
  title: Text;
  body: StoredContract['body'];
}

/** Contracts name the fields that they promise: a release that takes one away is refused, or asks for a yes. */
export const contractUsers: UserSource<OfForm[]> = {
  async ahead(ctx: Pick<Ctx, 'platform' | 'spaceId'>) {
    const from = reader(ctx);
    const { rows } = await from.query<OfForm>({
      text: `select k.asset, a.ref as form, a.title, k.body from ${from.schema}.assets_contract k join ${from.schema}.assets_asset a on a.id = k.asset
        where a.kind = 'form' and a.state <> 'gone'`,
    });
    return rows;
  },
  find: (_tx, { forms }, ahead = []) =>
    Promise.resolve(
      ahead
        .filter(({ form }) => forms.includes(form))
        .map(({ asset, form, title, body }) => ({
          kind: 'contract',
          id: String(asset),
          state: 'released',
          formId: form,
          title,
          references: body.columns.map(({ key }) => ({
            part: '',
            place: 'contract',
            // a field of a slave table stands behind the table's id
            to: { form, element: key.slice(key.indexOf('.') + 1) },
            how: body.onRelease,
          })),
        })),
    ),
};

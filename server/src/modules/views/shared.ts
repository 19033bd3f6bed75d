import type { Condition } from '@formwork/contract/condition/condition.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { SharedChoice } from '@formwork/contract/visitors/api.ts';
import type { View } from '@formwork/contract/views/view.ts';
import type { Ctx } from '../../platform/context.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import type { SharedKind } from '../../platform/shared-kind.ts';
import { canSeeRecord, requireSharableRows, sharedColumns, sharedRows } from '../records/public.ts';
import { listViews } from './views.ts';

/** A label, or the list as the form has it, shown to visitors: its rows in its order, as whoever made the link finds them. */
export const sharedView: SharedKind = {
  kind: 'view',
  async requireSharable(ctx, thing) {
    const { title } = await listOf(ctx, thing);
    return title;
  },
  async choose(ctx, thing, choice) {
    const { formId } = await listOf(ctx, thing);
    const columns = await columnsOf(ctx, formId, choice);
    if (!choice || columns.length === 0 || columns.length < choice.columns.length)
      throw invalid('visitors.view.no_columns', [{ path: 'body.choice.columns', code: 'visitors.view.no_columns' }]);
    const known = await Promise.all(choice.except.map((id) => canSeeRecord(ctx, formId, id)));
    if (known.includes(false))
      throw invalid('visitors.except.unknown', [{ path: 'body.choice.except', code: 'visitors.except.unknown' }]);
    return { columns: columns.map(({ field }) => field.id), except: [...new Set(choice.except)] };
  },
  async show(maker, thing, choice) {
    const { formId, title, form } = await listOf(maker, thing);
    const columns = await columnsOf(maker, formId, choice);
    if (columns.length === 0) throw notFound('records.link.gone');
    return {
      kind: 'view',
      title,
      form,
      columns: columns.map(({ field, number }) => ({ id: field.id, title: field.title, number })),
      ...(await rowsOf(maker, thing, choice, undefined)),
    };
  },
  rows: rowsOf,
};

async function rowsOf(maker: Ctx, thing: string, choice: SharedChoice | null, cursor: string | undefined) {
  const { formId, filter, sort } = await listOf(maker, thing);
  const columns = await columnsOf(maker, formId, choice);
  return sharedRows(maker, formId, {
    filter,
    sort,
    columns: columns.map(({ field }) => field),
    except: new Set(choice?.except),
    cursor,
  });
}

interface List {
  formId: string;
  title: Text;
  form: Text;
  filter: Condition | undefined;
  sort: string | undefined;
}

/** `<form>` or `<form>.<label>`, as the person finds it: what they may know of its filter narrows it. */
async function listOf(ctx: Ctx, thing: string): Promise<List> {
  const [formId = '', viewId] = thing.split('.');
  const form = await requireSharableRows(ctx, formId);
  if (viewId === undefined) return { formId, title: form, form, filter: undefined, sort: undefined };
  const { views } = await listViews(ctx, { params: { formId }, query: {}, body: undefined });
  const view = views.find(({ id }) => id === viewId);
  if (!view) throw notFound('views.view.not_found');
  if (drawsGroups.has(view.type)) throw invalid('visitors.view.no_rows', []);
  const { filter, sort } = view.settings;
  return { formId, title: view.title, form, filter, sort };
}

const drawsGroups: ReadonlySet<View['type']> = new Set(['pivot', 'chart']);

async function columnsOf(ctx: Ctx, formId: string, choice: SharedChoice | null) {
  return sharedColumns(ctx, formId, choice?.columns ?? []);
}

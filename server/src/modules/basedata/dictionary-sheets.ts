import { BaseCode, DictionaryItem, mostItems, type dictionariesApi } from '@formwork/contract/basedata/dictionaries.ts';
import type { SheetOutcome } from '@formwork/contract/basedata/sheets.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Locale } from '@formwork/contract/identity/api.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { record } from '../../platform/events/events.ts';
import { newId } from '../../platform/ids.ts';
import { titlesOf, type Headings } from '../../platform/sheet/import/columns.ts';
import { sendSheet } from '../../platform/sheet/send.ts';
import { dictionaryIn } from './dictionaries.ts';
import { changed, itemsOf } from './dictionary-items.ts';
import { isYes, outcomeOf, readRows, type Failure, type SheetRow, type Taken } from './sheet.ts';

type Input<Name extends keyof typeof dictionariesApi> = InputOf<(typeof dictionariesApi)[Name]>;

type Column = 'code' | 'zh' | 'en' | 'parent' | 'color' | 'disabled';
const headings: Headings<Column> = {
  code: { 'zh-CN': '编码', en: 'Code', also: ['代码'] },
  zh: { 'zh-CN': '中文名称', en: 'Chinese name', also: ['名称', 'Name'] },
  en: { 'zh-CN': '英文名称', en: 'English name' },
  parent: { 'zh-CN': '上级编码', en: 'Parent code', also: ['上级代码', 'Parent'] },
  color: { 'zh-CN': '颜色', en: 'Colour', also: ['Color'] },
  disabled: { 'zh-CN': '停用', en: 'Disabled' },
};
const { color: Color, label: Label } = DictionaryItem.shape;

export async function exportItems(
  ctx: Ctx,
  { params }: Input<'exportItems'>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { code, items } = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const dictionary = await dictionaryIn(tx, params.dictionaryId);
    await record({ ...ctx, tx }, 'basedata.dictionary.exported', { id: dictionary.id, code: dictionary.code });
    return { code: dictionary.code, items: await itemsOf(tx, dictionary.id) };
  });
  const codes = new Map(items.map((item) => [item.id, item.code]));
  const yes = { 'zh-CN': '是', en: 'yes' }[ctx.locale];
  const rows = items.map((item) => [
    item.code,
    item.label.zh,
    item.label.en ?? '',
    codes.get(item.parentId ?? '') ?? '',
    item.color ?? '',
    item.disabled ? yes : '',
  ]);
  return sendSheet(reply, code, [titlesOf(headings, ctx.locale), ...rows]);
}

/** Rows in the order of the file; an entry may stand below one of the file or one that was there. */
export async function importItems(
  ctx: Ctx,
  { params, query }: Input<'importItems'>,
  _reply: FastifyReply,
  request: FastifyRequest,
): Promise<SheetOutcome> {
  await inControl(ctx.platform.control, ctx.spaceId, (tx) => dictionaryIn(tx, params.dictionaryId));
  const sheet = await readRows<Column>(ctx, request, headings, {
    needed: ['code', 'zh'],
    most: mostItems,
    given: query,
  });
  return outcomeOf(
    sheet,
    await inControl(ctx.platform.control, ctx.spaceId, (tx) => write({ ...ctx, tx }, params.dictionaryId, sheet.rows)),
  );
}

async function write(ctx: TxCtx, dictionaryId: string, rows: readonly SheetRow<Column>[]): Promise<Taken> {
  const { tree } = await dictionaryIn(ctx.tx, dictionaryId);
  const items = await itemsOf(ctx.tx, dictionaryId);
  const ids = new Map(items.map(({ code, id }) => [code, id]));
  const before = new Set(ids.keys());
  const parents = new Map(items.map(({ id, parentId }) => [id, parentId]));
  const outcome: Taken = { created: 0, updated: 0, failures: [] };
  const start = Date.now();
  for (const [at, { line, cells }] of rows.entries()) {
    const read = readItem(line, cells, ctx.locale);
    if ('failure' in read) {
      outcome.failures.push(read.failure);
      continue;
    }
    const { code, label, color, disabled } = read;
    const parent = cells.parent || null;
    const parentId = parent === null ? null : ids.get(parent);
    const id = ids.get(code) ?? newId();
    const problem =
      parent !== null && !tree
        ? 'basedata.item.no_tree'
        : parentId === undefined
          ? 'basedata.sheet.no_parent'
          : isBelow(parents, parentId, id)
            ? 'basedata.item.below_itself'
            : ids.size >= mostItems && !ids.has(code)
              ? 'basedata.item.too_many'
              : undefined;
    if (problem !== undefined || parentId === undefined) {
      outcome.failures.push({
        line,
        code: problem ?? 'basedata.sheet.no_parent',
        data: { parent: parent ?? '', count: String(mostItems) },
      });
      continue;
    }
    const row = {
      parent_id: 'parent' in cells ? parentId : (parents.get(id) ?? null),
      label: JSON.stringify(label),
      ...('color' in cells && { color }),
      ...('disabled' in cells && { disabled }),
      position: start + at,
    };
    if (ids.has(code)) await ctx.tx.updateTable('basedata.dictionary_item').set(row).where('id', '=', id).execute();
    else
      await ctx.tx
        .insertInto('basedata.dictionary_item')
        .values({ space_id: ctx.spaceId, id, dictionary_id: dictionaryId, code, ...row, color })
        .execute();
    if (before.has(code)) outcome.updated += 1;
    else if (!ids.has(code)) outcome.created += 1;
    ids.set(code, id);
    parents.set(id, row.parent_id);
  }
  await changed(ctx, dictionaryId, { created: outcome.created, updated: outcome.updated });
  return outcome;
}

function readItem(
  line: number,
  cells: SheetRow<Column>['cells'],
  locale: Locale,
):
  | { code: string; label: DictionaryItem['label']; color: DictionaryItem['color']; disabled: boolean }
  | { failure: Failure } {
  const failure = (column: Column, value: string) => ({
    failure: { line, code: 'basedata.sheet.bad_cell', data: { column: headings[column][locale], value } },
  });
  const { code = '', zh = '', en = '', color = '' } = cells;
  if (!BaseCode.safeParse(code).success) return failure('code', code);
  const label = Label.safeParse({ zh, ...(en === '' ? {} : { en }) });
  if (!label.success) return failure('zh', zh);
  const shade = Color.safeParse(color === '' ? null : color.toLowerCase());
  if (!shade.success) return failure('color', color);
  return { code, label: label.data, color: shade.data, disabled: isYes(cells.disabled) };
}

function isBelow(parents: ReadonlyMap<string, string | null>, from: string | null | undefined, id: string): boolean {
  for (let above = from; above; above = parents.get(above)) if (above === id) return true;
  return false;
}

import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { FileValue } from '@formwork/contract/forms/values/value.ts';
import type { FoundFile, FoundRecord, searchApi } from '@formwork/contract/records/search.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { Ctx } from '../../../platform/context.ts';
import { invalid } from '../../../platform/errors.ts';
import { appTitles } from '../../forms/public.ts';
import { planOf, type FormPlan, type StoredRecord } from '../plan/plan.ts';
import { titleFieldOf } from '../plan/title.ts';
import { directoryOf, namesIn } from '../../organization/public.ts';
import { shownTexts, type NameOf } from './entries.ts';
import { findRecords, seenRecord, type Hit } from './find.ts';
import { fits, isRefused, plain, searchable, wordsOf, type SearchWords } from './terms.ts';

type Input = InputOf<typeof searchApi.records>;
interface Found<Row> {
  rows: Row[];
  found: number;
  more: boolean;
}

const pageSize = 20;
/** Signs of a value that are shown. */
const shownLength = 120;
const shownBefore = 30;

export function searchRecords(ctx: Ctx, input: Input): Promise<Found<FoundRecord>> {
  return search(ctx, input, 'records', (hit, plan, record, app, words, nameOf) => ({
    ...placeOf(hit, plan, record, app),
    where: placeInText(plan, record, words, nameOf),
    modifiedAt: String(record.values._modifiedAt ?? '') || null,
  }));
}

export function searchFiles(ctx: Ctx, input: Input): Promise<Found<FoundFile>> {
  return search(ctx, input, 'files', (hit, plan, record, app) => {
    const file = fileIn(plan, record, hit.item);
    return (
      file && { ...placeOf(hit, plan, record, app), fileId: file.id, name: file.name, size: file.size, type: file.type }
    );
  });
}

async function search<Row>(
  ctx: Ctx,
  { query }: Input,
  kind: 'records' | 'files',
  rowOf: (
    hit: Hit,
    plan: FormPlan,
    record: StoredRecord,
    app: Text,
    words: SearchWords,
    nameOf: NameOf,
  ) => Row | undefined,
): Promise<Found<Row>> {
  if (isRefused(query.search))
    throw invalid('records.list.special_characters', [
      { path: 'query.search', code: 'records.list.special_characters' },
    ]);
  const words = wordsOf(query.search);
  if (!words) throw invalid('records.search.too_short', [{ path: 'query.search', code: 'records.search.too_short' }]);
  const { offset = 0, limit = pageSize } = query;
  const { hits, more } = await findRecords(ctx, words, kind);
  const titles = await appTitles(ctx);
  const nameOf = namesIn(await directoryOf(ctx.platform, ctx.spaceId));
  const rows = await Promise.all(
    hits.slice(offset, offset + limit).map(async (hit) => {
      const plan = await planOf(ctx, hit.formId);
      const seen = await seenRecord(ctx, plan, hit.recordId);
      return seen && rowOf(hit, plan, seen.record, titles.get(plan.form.appId) ?? { zh: '' }, words, nameOf);
    }),
  );
  return { rows: rows.filter((row) => row !== undefined), found: hits.length, more };
}

function placeOf(
  { formId, recordId }: Hit,
  plan: FormPlan,
  record: StoredRecord,
  app: Text,
): Omit<FoundRecord, 'where' | 'modifiedAt'> {
  return {
    appId: plan.form.appId,
    formId,
    recordId,
    app,
    form: plan.form.definition.title,
    title: plan.titleOf(record.values),
  };
}

/** The first value besides the title in which a word stands, cut to what is around it. */
function placeInText(
  plan: FormPlan,
  record: StoredRecord,
  { words }: SearchWords,
  nameOf: NameOf,
): FoundRecord['where'] {
  const title = titleFieldOf(plan.form.definition)?.id;
  const names = new Map([
    ...plan.form.definition.fields.map((field): [string, Text] => [field.id, field.title]),
    ...plan.form.definition.tables.flatMap(({ id, fields }) =>
      fields.map((field): [string, Text] => [`${id}.${field.id}`, field.title]),
    ),
  ]);
  const texts = shownTexts(plan, record, nameOf).filter(({ field }) => field !== title);
  for (const word of words) {
    for (const { field, text } of texts) {
      const name = names.get(field);
      if (!name || !fits({ words: [word] }, searchable([text], []))) continue;
      const at = Math.max(0, plain(text).indexOf(word.text) - shownBefore);
      return {
        field: name,
        text: `${at > 0 ? '…' : ''}${text.slice(at, at + shownLength)}${text.length > at + shownLength ? '…' : ''}`,
      };
    }
  }
  return null;
}

function fileIn(plan: FormPlan, { values, slaves }: StoredRecord, id: string): FileValue | undefined {
  const filesIn = (columns: FormPlan['own'], row: StoredRecord['values']): FileValue[] =>
    columns.flatMap((column) => (column.kind === 'files' ? ((row[column.id] ?? []) as FileValue[]) : []));
  return [
    ...filesIn(plan.own, values),
    ...plan.slaves.flatMap((slave) => (slaves[slave.id] ?? []).flatMap((row) => filesIn(slave.columns, row.values))),
  ].find((file) => file.id === id);
}

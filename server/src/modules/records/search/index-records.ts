import type { Ctx } from '../../../platform/context.ts';
import { spaceQuery, spaceSchema } from '../../../platform/space-data.ts';
import { queryText } from '../../../platform/text-query.ts';
import { factsOfRow } from '../reach.ts';
import { prepared } from '../columns.ts';
import { storedRecord, type FormPlan } from '../plan.ts';
import { directoryOf, namesIn } from '../../organization/public.ts';
import { entriesOf, shapeOf, type NameOf } from './entries.ts';

type Where = Pick<Ctx, 'platform' | 'spaceId'>;

const atOnce = 250;

/** Makes the entries of records anew from what is stored now; those of records that are gone go. Repeating it changes nothing. */
export async function indexRecords({ platform, spaceId }: Where, plan: FormPlan, ids: readonly string[]): Promise<void> {
  const nameOf = namesIn(await directoryOf(platform, spaceId));
  for (let at = 0; at < ids.length; at += atOnce) {
    await indexSome(platform, plan, ids.slice(at, at + atOnce), nameOf);
    // spelling takes a while: other requests get their turn
    await new Promise((resolve) => setImmediate(resolve));
  }
  platform.log.trace({ spaceId, formId: plan.form.formId, records: ids.length }, 'records can be searched');
}

export async function dropFromIndex({ platform, spaceId }: Where, ids: readonly string[]): Promise<void> {
  await spaceQuery(platform, { text: `delete from ${spaceSchema(spaceId)}.records_search where record_id = any($1::uuid[])`, values: [ids] });
}

/** Ways by which people reach a record: its form, its owner, its department. */
export const scopeOf = { form: (formId: string) => `f:${formId}`, owner: (formId: string, id: string) => `o:${formId}:${id}`, department: (formId: string, id: string) => `d:${formId}:${id}` };

async function indexSome(platform: Where['platform'], plan: FormPlan, ids: readonly string[], nameOf: NameOf): Promise<void> {
  const { formId } = plan.form;
  const rows = await queryText(platform.pool, { ...plan.statements.getMany, values: [ids] });
  const entries = rows.flatMap((row) => {
    const record = storedRecord(plan, row);
    const { owner, department } = factsOfRow(plan, row);
    const scopes = [scopeOf.form(formId), ...(owner === null ? [] : [scopeOf.owner(formId, owner)]), ...(department === null ? [] : [scopeOf.department(formId, department)])];
    return entriesOf(plan, record, nameOf).map((entry) => ({ record_id: record.id, ...entry, scopes, version: record.version }));
  });
  // items that are there no longer go; a statement that comes later and read earlier changes nothing back
  await spaceQuery(platform, {
    ...prepared(`with given as (select * from json_to_recordset($1::json) as g (record_id uuid, item text, field text, content text, pinyin text, terms text[], scopes text[], version integer)),
      gone as (delete from ${plan.schema}.records_search s where s.record_id = any($2::uuid[]) and not exists (select 1 from given g where g.record_id = s.record_id and g.item = s.item))
      insert into ${plan.schema}.records_search as s (record_id, item, form_id, field, content, pinyin, terms, scopes, version, shape)
      select record_id, item, $3, field, content, pinyin, terms, scopes, version, $4 from given
      on conflict (record_id, item) do update set field = excluded.field, content = excluded.content, pinyin = excluded.pinyin, terms = excluded.terms, scopes = excluded.scopes,
        version = excluded.version, shape = excluded.shape, indexed_at = now()
      where s.version <= excluded.version`),
    values: [JSON.stringify(entries.map(withoutNul)), ids, formId, shapeOf(plan)],
  });
}

/** JSON may carry a sign that the database takes in no text. */
function withoutNul<Entry extends { content: string }>(entry: Entry): Entry {
  return { ...entry, content: entry.content.replaceAll('\u0000', '') };
}

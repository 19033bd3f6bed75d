import type { Ctx } from '../../../platform/context.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { queryText } from '../../../platform/db/text-query.ts';
import { factsOfRow } from '../rights/reach.ts';
import { prepared } from '../plan/columns.ts';
import { storedRecord, type FormPlan } from '../plan/plan.ts';
import { directoryOf, namesIn } from '../../organization/public.ts';
import { entriesOf, shapeOf, type NameOf } from './entries.ts';
import { scopeKey } from './keys.ts';

type Where = Pick<Ctx, 'platform' | 'spaceId'>;

const atOnce = 250;

/** Makes the entries of records anew from what is stored now; those of records that are gone go. Repeating it changes nothing. */
export async function indexRecords(
  { platform, spaceId }: Where,
  plan: FormPlan,
  ids: readonly string[],
): Promise<void> {
  const nameOf = namesIn(await directoryOf(platform, spaceId));
  for (let at = 0; at < ids.length; at += atOnce) {
    await indexSome(platform, plan, ids.slice(at, at + atOnce), nameOf);
    // spelling takes a while: other requests get their turn
    await new Promise((resolve) => setImmediate(resolve));
  }
  platform.log.trace({ spaceId, formId: plan.form.formId, records: ids.length }, 'records can be searched');
}

export async function dropFromIndex({ platform, spaceId }: Where, ids: readonly string[]): Promise<void> {
  await spaceQuery(platform, {
    text: `delete from ${spaceSchema(spaceId)}.records_search where record_id = any($1::uuid[])`,
    values: [ids],
  });
}

async function indexSome(
  platform: Where['platform'],
  plan: FormPlan,
  ids: readonly string[],
  nameOf: NameOf,
): Promise<void> {
  const { formId } = plan.form;
  const rows = await queryText(platform.pool, { ...plan.statements.getMany, values: [ids] });
  const entries = rows.flatMap((row) => {
    const record = storedRecord(plan, row);
    const { owner, department } = factsOfRow(plan, row);
    const scopes = [
      scopeKey.form(formId),
      ...(owner === null ? [] : [scopeKey.owner(formId, owner)]),
      ...(department === null ? [] : [scopeKey.department(formId, department)]),
    ];
    return entriesOf(plan, record, nameOf).map((entry) => ({ record, entry, keys: [...entry.keys, ...scopes] }));
  });
  // items that are there no longer go; a statement that comes later and read earlier changes nothing back
  await spaceQuery(platform, {
    ...prepared(`with given as (select record_id, item, field, content, pinyin, keys::integer[], version
        from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::integer[]) as g (record_id, item, field, content, pinyin, keys, version)),
      gone as (delete from ${plan.schema}.records_search s where s.record_id = any($8::uuid[]) and not exists (select 1 from given g where g.record_id = s.record_id and g.item = s.item))
      insert into ${plan.schema}.records_search as s (record_id, item, form_id, field, content, pinyin, keys, version, shape, indexed_at)
      select record_id, item, $9, field, content, pinyin, keys, version, $10, now() from given
      on conflict (record_id, item) do update set field = excluded.field, content = excluded.content, pinyin = excluded.pinyin, keys = excluded.keys,
        version = excluded.version, shape = excluded.shape, indexed_at = excluded.indexed_at
      where s.version <= excluded.version`),
    values: [
      entries.map(({ record }) => record.id),
      entries.map(({ entry }) => entry.item),
      entries.map(({ entry }) => entry.field),
      // a sign that the database takes in no text
      entries.map(({ entry }) => entry.content.replaceAll('\u0000', '')),
      entries.map(({ entry }) => entry.pinyin),
      entries.map(({ keys }) => `{${keys.join(',')}}`),
      entries.map(({ record }) => record.version),
      ids,
      formId,
      shapeOf(plan),
    ],
  });
}

import { sensitivities } from '@formwork/contract/assets/asset.ts';
import { isAll, isAny, isRows, type Condition } from '@formwork/contract/condition/condition.ts';
import { runInMemory, type RunOptions } from '@formwork/contract/condition/run.ts';
import type { ValueKind } from '@formwork/contract/forms/values/value.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { SpaceReader, SpaceTx } from '../../../platform/db/space-data.ts';

const kinds: Readonly<Record<string, ValueKind>> = {
  kind: 'option',
  name: 'text',
  nameEn: 'text',
  tags: 'options',
  place: 'text',
  placeEn: 'text',
  domain: 'option',
  sensitivity: 'option',
  certified: 'option',
};

const options: RunOptions = { kindOf: (field) => kinds[field], me: '', now: new Date(0), timeZone: 'UTC' };

interface Judged {
  id: number;
  kind: string;
  title: Text;
  tags: string[];
  place: Text;
  domain: string | null;
  sensitivity: number;
  certified: string;
}

const judgedColumns = 'a.id, a.kind, a.title, a.tags, a.place, a.domain, a.sensitivity, a.certified';

export function fitsRule(rule: Condition, asset: Judged): boolean {
  return runInMemory(
    inBothLanguages(rule),
    {
      kind: asset.kind,
      name: asset.title.zh,
      nameEn: asset.title.en ?? asset.title.zh,
      tags: asset.tags,
      place: asset.place.zh,
      placeEn: asset.place.en ?? asset.place.zh,
      domain: asset.domain,
      sensitivity: sensitivities[asset.sensitivity] ?? 'open',
      certified: asset.certified,
    },
    options,
  );
}

const english: Readonly<Record<string, string>> = { name: 'nameEn', place: 'placeEn' };
const negative: ReadonlySet<string> = new Set(['ne', 'notContains', 'notIn', 'isEmpty']);
const translated = new WeakMap<Condition, Condition>();

/** What is asked of a name holds for it in either language; what is denied of it, in both. */
function inBothLanguages(rule: Condition): Condition {
  const known = translated.get(rule);
  if (known) return known;
  const made = asked(rule);
  translated.set(rule, made);
  return made;
}

function asked(rule: Condition): Condition {
  if (isAll(rule)) return { all: rule.all.map(asked) };
  if (isAny(rule)) return { any: rule.any.map(asked) };
  const other = isRows(rule) ? undefined : english[rule.field];
  if (isRows(rule) || other === undefined) return rule;
  const both = [rule, { ...rule, field: other }];
  return negative.has(rule.operator) ? { all: both } : { any: both };
}

interface Ruled {
  id: string;
  rule: Condition;
}

/** Categories with a rule, in their order: the first that fits has the asset. */
export async function rulesOf(from: SpaceReader): Promise<Ruled[]> {
  const { rows } = await from.query<Ruled>({
    text: `with recursive tree as (
        select id, parent, rule, array[position] as place from ${from.schema}.assets_category where parent is null
        union all select c.id, c.parent, c.rule, t.place || c.position from ${from.schema}.assets_category c join tree t on c.parent = t.id)
      select id, rule from tree where rule is not null order by array_length(place, 1) desc, place`,
  });
  return rows;
}

/** Puts assets into the categories whose rules they fit; what a person chose stays. */
export async function classify(tx: SpaceTx, ids: readonly number[]): Promise<void> {
  const rules = await rulesOf(tx);
  const { rows } = await tx.query<Judged & { category: string | null }>({
    text: `select ${judgedColumns}, a.category from ${tx.schema}.assets_asset a where a.id = any($1::integer[]) and a.category_by is distinct from 'hand'`,
    values: [ids],
  });
  const changed = rows.flatMap((asset) => {
    const category = rules.find(({ rule }) => fitsRule(rule, asset))?.id ?? null;
    return category === asset.category ? [] : [{ id: asset.id, category }];
  });
  if (changed.length === 0) return;
  await tx.query({
    text: `update ${tx.schema}.assets_asset a set category = g.category, category_by = case when g.category is null then null else 'rule' end
      from unnest($1::integer[], $2::uuid[]) as g (id, category) where a.id = g.id`,
    values: [changed.map(({ id }) => id), changed.map(({ category }) => category)],
  });
}

/** All assets, a stretch at a time. */
export async function eachJudged(from: SpaceReader, visit: (assets: Judged[]) => void | Promise<void>): Promise<void> {
  for (let after = 0; ;) {
    const { rows } = await from.query<Judged>({
      text: `select ${judgedColumns} from ${from.schema}.assets_asset a where a.id > $1 and a.state <> 'gone' order by a.id limit 5000`,
      values: [after],
    });
    if (rows.length === 0) return;
    await visit(rows);
    after = rows.at(-1)!.id;
  }
}

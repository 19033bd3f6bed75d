import type { ReleasePlan } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { accessIn } from '@formwork/contract/forms/permission.ts';
import { derivedFields, madeFrom, withDerived, type Derived } from '@formwork/contract/records/derived.ts';
import type { ControlTx } from '../../../platform/db/db.ts';
import { releasedDefinition } from '../releases/drafts.ts';
import { rulesOf } from './rules.ts';

/** Fields that are worked out from what rules hide from somebody, here or in another form: hidden with it, or released by their designer. */
export async function computedFromHidden(
  tx: ControlTx,
  formId: string,
  definition: FormDefinition,
): Promise<ReleasePlan['inherited']> {
  const all = derivedFields(definition);
  const hidden = await hiddenIn(tx, formId, all, new Set([formId]));
  const found: ReleasePlan['inherited'] = [];
  for (const one of all) {
    const made =
      [...madeFrom(all, one.key), ...one.from].some((key) => key !== one.key && isIn(hidden, key)) ||
      (await takesHidden(tx, one, new Set([formId])));
    if (made) found.push({ key: one.key, title: one.field.title, released: one.released });
  }
  return found;
}

/** What rules of the form hide from anybody, with what follows from it. Forms that lead back to where one came from are not asked twice. */
async function hiddenIn(
  tx: ControlTx,
  formId: string,
  all: readonly Derived[],
  asked: Set<string>,
): Promise<ReadonlySet<string>> {
  const rules = (await rulesOf(tx, 'form', [formId])).get(formId) ?? [];
  const keys = new Set(
    rules
      .filter(({ effect }) => effect !== 'refuse')
      .flatMap(({ fields }) =>
        Object.keys(fields ?? {}).filter((key) => accessIn(fields, key, 'existing') === 'hidden'),
      ),
  );
  for (const one of all) if (!one.released && (await takesHidden(tx, one, asked))) keys.add(one.key);
  return withDerived(all, keys);
}

async function takesHidden(tx: ControlTx, { beyond }: Derived, asked: ReadonlySet<string>): Promise<boolean> {
  if (!beyond || (asked.has(beyond.form) && asked.size > 1)) return false;
  const form = await tx
    .selectFrom('forms.form')
    .select(['id', 'release'])
    .where('id', '=', beyond.form)
    .executeTakeFirst();
  const definition = form && (await releasedDefinition(tx, form.id, form.release));
  if (!definition) return false;
  const hidden = await hiddenIn(tx, form.id, derivedFields(definition), new Set([...asked, form.id]));
  return beyond.keys.some((key) => isIn(hidden, key));
}

function isIn(hidden: ReadonlySet<string>, key: string): boolean {
  return hidden.has(key) || (key.includes('.') && hidden.has(key.slice(0, key.indexOf('.'))));
}

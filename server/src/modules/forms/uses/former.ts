import type { FormerElement } from '@formwork/contract/forms/uses.ts';
import type { Text } from '@formwork/contract/text.ts';
import { sql } from 'kysely';
import type { ControlTx } from '../../../platform/db/db.ts';

/** Every field and slave table that releases of the form ever had, with their options, as they were last called. */
export async function everReleased(tx: ControlTx, formId: string): Promise<FormerElement[]> {
  const elements = sql`select r.number, e as element from forms.release r, lateral (
    select jsonb_path_query(r.definition, '$.fields[*]') as e union all select jsonb_path_query(r.definition, '$.tables[*]') union all select jsonb_path_query(r.definition, '$.tables[*].fields[*]')) x
    where r.form_id = ${formId}`;
  const { rows: named } = await sql<{
    id: string;
    title: Text;
  }>`select distinct on (element->>'id') element->>'id' as id, element->'title' as title from (${elements}) found order by element->>'id', number desc`.execute(
    tx,
  );
  const { rows: options } = await sql<{
    field: string;
    id: string;
    label: Text;
  }>`select distinct on (element->>'id', o->>'id') element->>'id' as field, o->>'id' as id, o->'label' as label
    from (${elements}) found, lateral jsonb_path_query(element, '$.config.options[*]') o order by element->>'id', o->>'id', number desc`.execute(
    tx,
  );
  const byField = Map.groupBy(options, ({ field }) => field);
  return named.map(({ id, title }) => ({
    id,
    title,
    whole: true,
    options: (byField.get(id) ?? []).map(({ id: option, label }) => ({ id: option, label })),
  }));
}

import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import { runInMemory } from '@formwork/contract/condition/run.ts';
import type { RecordRow } from '@formwork/contract/records/record.ts';
import type { ColourRule } from '@formwork/contract/views/view.ts';
import { useMe } from '@formwork/web/session/session.ts';
import { hueOf } from '@formwork/web/views/group-options.ts';
import { useMemo } from 'react';

const noRules: ColourRule[] = [];

/** Colours of rows and cells by the rules of the list, the first that fits; the same conditions as filters, run over the rows that are shown. */
export function useColours(rules: readonly ColourRule[] = noRules, fields: ReadonlyMap<string, Field>): { row: (row: RecordRow) => number | undefined; cell: (row: RecordRow, field: string) => number | undefined } {
  const me = useMe();
  return useMemo(() => {
    const holds = ({ condition }: ColourRule, { values }: RecordRow): boolean => runInMemory(condition, values, { kindOf: (id) => { const field = fields.get(id); return field && fieldKind(field); }, me: me.id, now: new Date() });
    const first = (row: RecordRow, of: string | undefined): number | undefined => {
      const rule = rules.find((one) => one.field === of && holds(one, row));
      return rule && (hueOf(rule.colour) ?? undefined);
    };
    return { row: (row) => (rules.length === 0 ? undefined : first(row, undefined)), cell: (row, field) => (rules.length === 0 ? undefined : first(row, field)) };
  }, [rules, fields, me.id]);
}

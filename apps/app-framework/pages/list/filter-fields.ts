import {
  conditionFields,
  conditionFieldsOf,
  type ConditionFields,
  type RowsFields,
} from '@formwork/records-ui/conditions/condition-fields.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { FieldOf } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { q } from '@formwork/web/http/query.ts';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listableFields } from './list-settings.ts';

/** What a list can be filtered by: its fields, those of its slave tables, and those of the records that relations name. */
export function useFilterFields(definition: FormDefinition, hasProcess: boolean): ConditionFields {
  const relations = useMemo(
    () => definition.fields.filter((field): field is FieldOf<'relation'> => field.type === 'relation'),
    [definition],
  );
  const forms = [...new Set(relations.map(({ config }) => config.form))].filter((form) => form !== '');
  const plans = useQueries({
    queries: forms.map((formId) => ({ ...q(recordsApi.plan, { params: { formId } }), staleTime: 60_000 })),
  });
  const known = forms.map((form, at) => [form, plans[at]?.data?.definition] as const);
  const key = known.map(([form, found]) => `${form} ${found ? 1 : 0}`).join();
  return useMemo(() => {
    const byForm = new Map(known);
    const rows: RowsFields[] = [
      ...definition.tables.map(({ id, title, fields }) => ({ id, title, fields: conditionFields(fields) })),
      ...relations.flatMap(({ id, title, config }) => {
        const target = byForm.get(config.form);
        return target ? [{ id, title, fields: conditionFieldsOf(target) }] : [];
      }),
    ];
    return {
      ...conditionFieldsOf({ fields: listableFields(definition, hasProcess).filter(({ id }) => !id.startsWith('_')) }),
      rows,
    };
    // eslint-disable-next-line react/exhaustive-deps -- `known` is new each time; its key says when it differs
  }, [definition, hasProcess, relations, key]);
}

import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import { fieldOfSet, setOfSource, setKinds, type SetKind } from '@formwork/contract/analytics/source.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import {
  conditionFields,
  conditionFieldsOf,
  type ConditionFields,
} from '@formwork/records-ui/conditions/condition-fields.ts';
import { q } from '@formwork/web/http/query.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

/** What conditions may ask of a form or data set; undefined until it is there, or where it is not theirs. */
export function useSourceFields(source: string): ConditionFields | undefined {
  const isSet = setOfSource(source) !== undefined;
  const plan = useQuery({ ...q(recordsApi.plan, { params: { formId: source } }), enabled: !isSet });
  const set = useQuery({ ...q(analyticsApi.source, { params: { formId: source } }), enabled: isSet });
  return useMemo(() => {
    if (plan.data) return conditionFieldsOf(plan.data.definition);
    return set.data && conditionFields(set.data.fields.filter(isOfSet).map(fieldOfSet));
  }, [plan.data, set.data]);
}

function isOfSet<Field extends { kind: string }>(field: Field): field is Field & { kind: SetKind } {
  return (setKinds as readonly string[]).includes(field.kind);
}

import type { Condition } from '@formwork/contract/condition/condition.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { conditionFieldsOf } from '@formwork/records-ui/conditions/condition-fields.ts';
import { FilterButton } from '@formwork/records-ui/conditions/FilterBar.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

interface Props {
  formId: string;
  where: Condition | undefined;
  onWhere: (where: Condition | undefined) => void;
}

/** What a viewer narrows the chart by, in the fields that are theirs. */
export function ViewerFilter({ formId, where, onWhere }: Props) {
  const [open, setOpen] = useState(false);
  const plan = useQuery(q(recordsApi.plan, { params: { formId } }));
  const fields = useMemo(() => plan.data && conditionFieldsOf(plan.data.definition), [plan.data]);
  return fields ? <FilterButton fields={fields} value={where} onChange={onWhere} open={open} onOpen={setOpen} /> : null;
}

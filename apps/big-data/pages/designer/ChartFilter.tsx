import type { Condition } from '@formwork/contract/condition/condition.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { conditionFieldsOf } from '@formwork/records-ui/conditions/condition-fields.ts';
import { ConditionChips, FilterButton } from '@formwork/records-ui/conditions/FilterBar.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';

interface Props {
  formId: string;
  where: Condition | null;
  readOnly: boolean;
  onWhere: (where: Condition | null) => void;
}

/** Which records are counted. */
export function ChartFilter({ formId, where, readOnly, onWhere }: Props) {
  const [open, setOpen] = useState(false);
  const plan = useQuery(q(recordsApi.plan, { params: { formId } }));
  const fields = useMemo(() => plan.data && conditionFieldsOf(plan.data.definition), [plan.data]);
  const change = useCallback((next: Condition | undefined) => onWhere(next ?? null), [onWhere]);
  if (!fields) return null;
  return (
    <div className="chart-filter">
      {!readOnly && (
        <FilterButton fields={fields} value={where ?? undefined} onChange={change} open={open} onOpen={setOpen} />
      )}
      <ConditionChips
        fields={fields}
        value={where ?? undefined}
        onChange={readOnly ? () => {} : change}
        onEdit={() => setOpen(!readOnly)}
      />
    </div>
  );
}

import type { Condition } from '@formwork/contract/condition/condition.ts';
import { ConditionChips, FilterButton } from '@formwork/records-ui/conditions/FilterBar.tsx';
import { useCallback, useState } from 'react';
import { useSourceFields } from '../../parts/use-source-fields.ts';

interface Props {
  formId: string;
  where: Condition | null;
  readOnly: boolean;
  onWhere: (where: Condition | null) => void;
}

/** Which records are counted. */
export function ChartFilter({ formId, where, readOnly, onWhere }: Props) {
  const [open, setOpen] = useState(false);
  const fields = useSourceFields(formId);
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

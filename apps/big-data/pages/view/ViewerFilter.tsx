import type { Condition } from '@formwork/contract/condition/condition.ts';
import { FilterButton } from '@formwork/records-ui/conditions/FilterBar.tsx';
import { useState } from 'react';
import { useSourceFields } from '../../parts/use-source-fields.ts';

interface Props {
  formId: string;
  where: Condition | undefined;
  onWhere: (where: Condition | undefined) => void;
}

/** What a viewer narrows the chart by, in the fields that are theirs. */
export function ViewerFilter({ formId, where, onWhere }: Props) {
  const [open, setOpen] = useState(false);
  const fields = useSourceFields(formId);
  return fields ? <FilterButton fields={fields} value={where} onChange={onWhere} open={open} onOpen={setOpen} /> : null;
}

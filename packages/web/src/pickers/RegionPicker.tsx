import { basedataApi } from '@formwork/contract/basedata/api.ts';
import type { FieldInput } from '@formwork/ui/input/field-row.tsx';
import { PickSelect } from './PickSelect.tsx';
import { call } from '../http/call.ts';

/** Several regions of base data, of any level, found by name or code. */
export function RegionPicker({
  value,
  onChange,
  ...input
}: { value: string[]; onChange: (codes: string[]) => void } & Partial<FieldInput>) {
  return (
    <PickSelect
      kind="regions"
      input={input}
      multiple
      value={value}
      onChange={onChange}
      find={findRegions}
      describe={({ name, path }) => (
        <>
          {name} <span className="fw-field-note">{path.join(' / ')}</span>
        </>
      )}
    />
  );
}

/** Before anything is searched for, the topmost ones. */
async function findRegions(search: string): Promise<{ id: string; name: string; path: string[] }[]> {
  if (search.trim() !== '') return call(basedataApi.findRegions, { query: { search } });
  const { rows } = await call(basedataApi.listRegions, { query: { limit: 100 } });
  return rows.map(({ id, name }) => ({ id, name, path: [] }));
}

import { iotApi } from '@formwork/contract/iot/api.ts';
import type { FieldInput } from '@formwork/ui/input/field-row.tsx';
import { PickSelect } from '@formwork/web/pickers/PickSelect.tsx';
import { call } from '@formwork/web/http/call.ts';

/** Devices that a filter asks for. */
export function DeviceOperand({
  input,
  value,
  onChange,
}: {
  input: FieldInput & { 'aria-label': string };
  value: string[];
  onChange: (ids: string[]) => void;
}) {
  return (
    <PickSelect
      kind="devices"
      input={input}
      multiple
      value={value}
      onChange={onChange}
      find={async (search) =>
        (await call(iotApi.listDevices, { query: { limit: 30, ...(search !== '' && { search }) } })).rows
      }
      describe={({ name, code }) => (
        <span className="fw-point-option">
          {name} <small>{code}</small>
        </span>
      )}
    />
  );
}

import { DepartmentPicker } from '../../pickers/DepartmentPicker.tsx';
import { nobody, PersonPicker, type PickerProps } from '../../pickers/PersonPicker.tsx';
import { RolePicker } from '../../pickers/RolePicker.tsx';
import type { ComponentType } from 'react';
import { InputRow, type InputProps } from '../InputRow.tsx';

interface PickInputProps extends InputProps {
  multiple?: boolean;
}

/** People of the space; ids, of which there is at most one unless `multiple`. */
export function PeopleInput(props: PickInputProps) {
  return <PickInput {...props} Picker={PersonPicker} />;
}

export function DepartmentsInput(props: PickInputProps) {
  return <PickInput {...props} Picker={DepartmentPicker} />;
}

export function RolesInput(props: PickInputProps) {
  return <PickInput {...props} Picker={RolePicker} />;
}

function PickInput({ Picker, multiple = false, ...props }: PickInputProps & { Picker: ComponentType<PickerProps> }) {
  return (
    <InputRow<string[]> {...props} empty={nobody}>
      {({ input, value, set }) => (
        <Picker id={input.id} multiple={multiple} disabled={props.disabled ?? false} value={value} onChange={set} />
      )}
    </InputRow>
  );
}

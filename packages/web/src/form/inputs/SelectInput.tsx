import { Select } from '../../inputs/heavy-inputs.ts';
import { InputRow, type InputProps } from '../InputRow.tsx';

export interface SelectOption {
  value: string;
  label: string;
}

interface SelectInputProps extends InputProps {
  options: readonly SelectOption[];
  placeholder?: string;
  /** Nothing may be chosen, too. */
  allowClear?: boolean;
}

/** One of some; found by typing. */
export function SelectInput({ options, placeholder, allowClear = false, ...props }: SelectInputProps) {
  return (
    <InputRow<string | null> {...props} empty={null}>
      {({ input, value, set }) => (
        <Select
          {...input}
          autoFocus={props.autoFocus}
          disabled={props.disabled}
          allowClear={allowClear}
          placeholder={placeholder}
          showSearch={{ optionFilterProp: 'label' }}
          options={[...options]}
          value={value}
          onChange={(next: unknown) => set(typeof next === 'string' ? next : null)}
        />
      )}
    </InputRow>
  );
}

import { DayInput as DayPicker } from '../../inputs/DayInput.tsx';
import { InputRow, type InputProps } from '../InputRow.tsx';

/** A day as 2026-01-31, or null. */
export function DayInput(props: InputProps) {
  return (
    <InputRow<string | null> {...props} empty={null}>
      {({ input, value, set }) => (
        <DayPicker
          id={input.id}
          autoFocus={props.autoFocus}
          disabled={props.disabled ?? false}
          value={value}
          onChange={set}
        />
      )}
    </InputRow>
  );
}

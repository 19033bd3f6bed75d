import { Input } from 'antd';
import { InputRow, type InputProps } from '../InputRow.tsx';

/** One line of text, as long as the rules allow. */
export function TextInput({ placeholder, ...props }: InputProps & { placeholder?: string }) {
  return (
    <InputRow {...props} empty="">
      {({ input, value, set, longest }) => (
        <Input
          {...input}
          autoFocus={props.autoFocus}
          disabled={props.disabled}
          placeholder={placeholder}
          maxLength={longest}
          value={value}
          onChange={(event) => set(event.target.value)}
        />
      )}
    </InputRow>
  );
}

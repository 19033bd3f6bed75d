import { Input } from 'antd';
import { InputRow, type InputProps } from '../InputRow.tsx';

/** Text of several lines; Enter begins one. */
export function LongTextInput({ rows = 2, ...props }: InputProps & { rows?: number }) {
  return (
    <InputRow {...props} empty="">
      {({ input, value, set, longest }) => (
        <Input.TextArea
          {...input}
          autoFocus={props.autoFocus}
          disabled={props.disabled}
          maxLength={longest}
          autoSize={{ minRows: rows, maxRows: rows + 4 }}
          value={value}
          onChange={(event) => set(event.target.value)}
        />
      )}
    </InputRow>
  );
}

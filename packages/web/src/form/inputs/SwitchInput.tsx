import { Switch } from 'antd';
import { InputRow, type InputProps } from '../InputRow.tsx';

export function SwitchInput(props: InputProps) {
  return (
    <InputRow {...props} empty={false}>
      {({ input: { id, ...input }, value, set }) => (
        <span>
          <Switch {...input} id={id} disabled={props.disabled ?? false} checked={value} onChange={set} />
        </span>
      )}
    </InputRow>
  );
}

import { InputNumber } from 'antd';
import type { ReactNode } from 'react';
import { InputRow, type InputProps } from '../InputRow.tsx';

export function NumberInput({ unit, step, ...props }: InputProps & { unit?: ReactNode; step?: number }) {
  return (
    <InputRow<number | null> {...props} empty={null}>
      {({ input, value, set }) => (
        <InputNumber<number>
          {...input}
          autoFocus={props.autoFocus ?? false}
          disabled={props.disabled ?? false}
          suffix={unit}
          {...(step !== undefined && { step })}
          value={value}
          onChange={set}
        />
      )}
    </InputRow>
  );
}

import { Select } from '../../inputs/heavy-inputs.ts';
import { InputRow, type InputProps } from '../InputRow.tsx';

const none: string[] = [];

/** Several short texts; those in use elsewhere are offered. */
export function TagsInput({ offered = none, ...props }: InputProps & { offered?: readonly string[] }) {
  return (
    <InputRow<string[]> {...props} empty={none}>
      {({ input, value, set }) => (
        <Select
          {...input}
          mode="tags"
          disabled={props.disabled}
          tokenSeparators={[',', '，', '、']}
          options={offered.map((tag) => ({ value: tag, label: tag }))}
          value={value}
          onChange={(next: unknown) => set((next as string[]).map((tag) => tag.trim()).filter((tag) => tag !== ''))}
        />
      )}
    </InputRow>
  );
}

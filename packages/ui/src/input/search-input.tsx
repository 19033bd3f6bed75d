import { CloseCircleFilled } from '@ant-design/icons';
import { Input, type GetProps } from 'antd';
import { useUiText } from '../format/texts.ts';

interface SearchInputProps extends Omit<GetProps<typeof Input.Search>, 'allowClear' | 'aria-label' | 'placeholder'> {
  /** Read aloud as its name, and shown while it is empty. */
  label: string;
}

/** A box with what is searched for. */
export function SearchInput({ label, ...props }: SearchInputProps) {
  return <Input.Search {...props} placeholder={label} aria-label={label} allowClear={useClear()} />;
}

/** For `allowClear` of an input: empties it with one click, and says so. */
export function useClear() {
  const text = useUiText();
  return { clearIcon: <CloseCircleFilled aria-label={text('ui.action.clear')} /> };
}

import { SearchInput } from '@formwork/ui/input/search-input.tsx';
import { useEffect, useRef, useState } from 'react';

interface Props {
  /** Read aloud as its name, and shown while it is empty. */
  label: string;
  value: string;
  onChange: (text: string) => void;
  className?: string;
}

/** A search that asks when one has stopped typing, and at once on Enter. */
export function TypedSearch({ label, value, onChange, className }: Props) {
  const [text, setText] = useState(value);
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (text.trim() !== latest.current.value) latest.current.onChange(text.trim());
    }, 300);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <SearchInput
      label={label}
      className={className}
      maxLength={100}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onSearch={(asked) => onChange(asked.trim())}
    />
  );
}

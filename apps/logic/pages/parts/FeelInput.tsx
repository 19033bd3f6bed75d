import { CodeEditor } from '@formwork/code-ui/CodeEditor.tsx';
import { feelLanguage } from '@formwork/code-ui/languages/feel.ts';
import { useMemo } from 'react';
import type { KnownFacts } from './use-facts.ts';

/** One expression over the fields of the record. */
export function FeelInput({
  label,
  value,
  onChange,
  facts,
  readOnly,
  placeholder,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  facts: KnownFacts;
  readOnly?: boolean;
  placeholder?: string;
}) {
  const language = useMemo(() => {
    const names = Object.keys(facts.facts.types);
    return feelLanguage(
      names,
      names.map((id) => ({ label: id, detail: facts.nameOf(id) === id ? '' : facts.nameOf(id), type: 'variable' })),
    );
  }, [facts]);
  return (
    <div className="rule-field">
      <span className="rule-label">{label}</span>
      <CodeEditor
        label={label}
        singleLine
        value={value}
        onChange={(next) => next !== value && onChange(next)}
        language={language}
        readOnly={readOnly === true}
        {...(placeholder !== undefined && { placeholder })}
      />
    </div>
  );
}

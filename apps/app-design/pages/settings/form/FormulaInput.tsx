import { compile } from '@formwork/feel/compile.ts';
import { shownTypes, toShown, toStored, type NamedField } from '@formwork/feel/names.ts';
import type { FeelType } from '@formwork/feel/types.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { mainTypes, rowTypes } from '@formwork/contract/records/expressions.ts';
import { textIn } from '@formwork/contract/text.ts';
import { MenuButton } from '@formwork/ui/menu.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Input } from 'antd';
import { useEffect, useId, useMemo, useRef, useState } from 'react';

interface Props {
  label: string;
  /** As stored: fields by their ids. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  definition: FormDefinition;
  table: string | undefined;
  /** The field the formula belongs to; it cannot read itself. */
  field?: string;
}

const functions = ['if', 'SUM', 'COUNT', 'AVERAGE', 'MIN', 'MAX', 'ROUND', 'CONCATENATE', 'TODAY', 'DATEDIF', 'AND', 'OR', 'NOT', 'ISBLANK'] as const;

/** A FEEL text, shown with the titles of fields and kept with their ids, so that renaming a field breaks nothing. */
export function FormulaInput({ label, value, onChange, definition, table, field }: Props) {
  const t = useT();
  const locale = useLocale();
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const names = useMemo(() => namesOf(definition, table, locale), [definition, table, locale]);
  const [text, setText] = useState(() => toShown(value ?? '', names));
  const stored = useRef(value ?? '');
  // Renaming a field or undoing an edit changes what is shown; typing does not come back here.
  useEffect(() => {
    if ((value ?? '') === stored.current) return;
    stored.current = value ?? '';
    setText(toShown(value ?? '', names));
  }, [value, names]);

  const change = (shown: string) => {
    setText(shown);
    stored.current = toStored(shown, names).trim();
    onChange(stored.current === '' ? undefined : stored.current);
  };
  const insert = (part: string, caretBack = 0) => {
    const element = box.current;
    const from = element?.selectionStart ?? text.length;
    const to = element?.selectionEnd ?? text.length;
    change(text.slice(0, from) + part + text.slice(to));
    requestAnimationFrame(() => {
      element?.focus();
      element?.setSelectionRange(from + part.length - caretBack, from + part.length - caretBack);
    });
  };
  const problem = useMemo(() => problemOf(text, definition, table, names), [text, definition, table, names]);
  const fieldEntries = () => [
    ...names.filter((own) => own.id !== field && !own.fields).map((own) => ({ id: own.id, title: own.title, onSelect: () => insert(toShown(own.id, names)) })),
    ...names.flatMap((own) => (own.fields ?? []).map((column) => ({ id: `${own.id}.${column.id}`, title: `${own.title}.${column.title}`, onSelect: () => insert(toShown(`${own.id}.${column.id}`, names)) }))),
  ];

  return (
    <div className="formula designer-line">
      <label htmlFor={id}><span>{label}</span></label>
      <Input.TextArea id={id} ref={(element) => { box.current = element?.resizableTextArea?.textArea ?? null; }} value={text} autoSize={{ minRows: 1, maxRows: 8 }} status={problem ? 'error' : ''} spellCheck={false} onChange={(event) => change(event.target.value)} aria-describedby={`${id}-problem`} />
      <div className="formula-tools">
        <MenuButton label={t('design.formula.fields')} items={fieldEntries}>{t('design.formula.fields')}</MenuButton>
        <MenuButton label={t('design.formula.functions')} items={functions.map((name) => ({ id: name, title: name, note: t(`design.function.${name}`), onSelect: () => (name === 'if' ? insert('if  then  else ', 12) : insert(`${name}()`, 1)) }))}>{t('design.formula.functions')}</MenuButton>
      </div>
      {problem && <span id={`${id}-problem`} className="formula-problem">{t(problem.code, problem.data)}</span>}
    </div>
  );
}

/** The first thing wrong with a text as it is shown. */
function problemOf(text: string, definition: FormDefinition, table: string | undefined, names: NamedField[]) {
  if (text.trim() === '') return undefined;
  const own = definition.tables.find(({ id }) => id === table);
  const types: Record<string, FeelType> = own ? rowTypes(definition, own) : mainTypes(definition);
  const compiled = compile(text, { types: shownTypes(types, names) });
  return compiled.ok ? undefined : compiled.problems[0];
}

/** What a formula may read, under the names people know: in a row its own columns and the record's fields, else fields and tables. */
function namesOf(definition: FormDefinition, table: string | undefined, locale: string): NamedField[] {
  const named = (fields: Field[]): NamedField[] => fields.map((field) => ({ id: field.id, title: textIn(field.title, locale) }));
  const own = definition.tables.find(({ id }) => id === table);
  if (own) return [...named(own.fields), ...named(definition.fields)];
  return [...named(definition.fields), ...definition.tables.map((each) => ({ id: each.id, title: textIn(each.title, locale), fields: named(each.fields) }))];
}

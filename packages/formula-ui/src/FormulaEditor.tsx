import type { Empties } from '@formwork/contract/records/expressions.ts';
import { toShown, toStored } from '@formwork/feel/names.ts';
import { typeName } from '@formwork/feel/types.ts';
import { MenuButton } from '@formwork/ui/frame/menu.tsx';
import { Segmented } from 'antd';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useT } from '@formwork/web/i18n/i18n.ts';
import Builder from './Builder.tsx';
import CodeBox, { type CodeHandle } from './CodeBox.tsx';
import { fixOf } from './fixes.ts';
import { readFormula, type FormulaScope, type Reading } from './formula.ts';
import { functionHelp, functionNames } from './function-help.ts';
import { PartPicker } from './PartPicker.tsx';
import { gap, written } from './parts.ts';
import { Preview, type Sample } from './Preview.tsx';
import { problemText, typeText } from './problem-text.ts';

export interface FormulaEditorProps {
  label: string;
  /** As stored: fields by their ids. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  scope: FormulaScope;
  /** A condition has to come out as true or false. */
  expects?: 'condition';
  /** How it reads empty numbers. */
  empties?: Empties;
  /** The field the formula belongs to is not offered: it cannot read itself. */
  own?: string | undefined;
  sample?: Sample | undefined;
  /** Somebody wants to try the formula; a sample is worth fetching now. */
  onSampleWanted?: () => void;
  disabled?: boolean;
}

/** A formula as text or by clicks, shown with the titles of fields and kept with their ids, so that renaming a field breaks nothing. */
export default function FormulaEditor({
  label,
  value = '',
  onChange,
  scope,
  expects,
  empties,
  own,
  sample,
  onSampleWanted,
  disabled = false,
}: FormulaEditorProps) {
  const t = useT();
  const id = useId();
  const [mode, setMode] = useState<'text' | 'build'>('text');
  const [text, setText] = useState(() => toShown(value, scope.names));
  const [cursor, setCursor] = useState(0);
  const code = useRef<CodeHandle>(null);
  const stored = useRef(value);
  // Renaming a field or undoing an edit changes what is shown; typing does not come back here.
  useEffect(() => {
    if (value === stored.current) return;
    stored.current = value;
    setText(toShown(value, scope.names));
  }, [value, scope]);
  const reading = useMemo(() => readFormula(text, scope), [text, scope]);
  const change = (shown: string) => {
    setText(shown);
    stored.current = toStored(shown, scope.names).trim();
    onChange(stored.current === '' ? undefined : stored.current);
  };
  const offered = useMemo(() => ({ ...scope, names: scope.names.filter((field) => field.id !== own) }), [scope, own]);
  const empty = text.trim() === '';
  const notACondition =
    expects === 'condition' &&
    !empty &&
    reading.problems.length === 0 &&
    !['boolean', 'any', 'null'].includes(reading.type.kind);

  return (
    <div className="formula" data-mode={mode}>
      <div className="fx-head">
        <span>{label}</span>
        <Segmented<'text' | 'build'>
          size="small"
          value={mode}
          aria-label={t('formula.mode')}
          options={[
            { value: 'text', label: t('formula.mode.text') },
            { value: 'build', label: t('formula.mode.build') },
          ]}
          onChange={(next) => setMode(next)}
        />
      </div>
      {mode === 'text' ? (
        <>
          <CodeBox
            label={label}
            text={text}
            onChange={change}
            onCursor={setCursor}
            reading={reading}
            scope={offered}
            t={t}
            describedBy={`${id}-state`}
            disabled={disabled}
            handle={code}
          />
          <div className="formula-tools">
            <MenuButton
              label={t('formula.fields')}
              items={() => fieldEntries(offered, (part) => code.current?.insert(part))}
            >
              {t('formula.fields')}
            </MenuButton>
            <FunctionButton insert={(part, back) => code.current?.insert(part, back)} />
          </div>
          <CallHelp reading={reading} cursor={cursor} />
        </>
      ) : (
        <Builder reading={reading} scope={offered} label={label} disabled={disabled} onChange={change} />
      )}
      <div id={`${id}-state`} role="status">
        {reading.problems.slice(0, 3).map((problem) => {
          const fix = fixOf(problem, reading);
          return (
            <p key={`${problem.from} ${problem.code}`} className="formula-problem">
              {problemText(problem, t)}
              {fix && !disabled && (
                <button type="button" className="fx-fix" onClick={() => change(applied(text, fix.changes))}>
                  {t(fix.label, fix.data)}
                </button>
              )}
            </p>
          );
        })}
        {notACondition && (
          <p className="formula-problem">{t('feel.not_a_condition', { type: typeText(typeName(reading.type), t) })}</p>
        )}
        {!empty && reading.problems.length === 0 && !notACondition && expects === undefined && (
          <p className="fx-note">{t('formula.yields', { type: typeText(typeName(reading.type), t) })}</p>
        )}
      </div>
      {!empty && reading.problems.length === 0 && (
        <Preview
          text={toStored(text, scope.names)}
          scope={scope}
          sample={sample}
          empties={empties}
          onOpen={onSampleWanted}
        />
      )}
    </div>
  );
}

const applied = (text: string, changes: readonly { from: number; to: number; insert: string }[]): string =>
  changes
    .toSorted((a, b) => b.from - a.from)
    .reduce((done, { from, to, insert }) => done.slice(0, from) + insert + done.slice(to), text);

function fieldEntries({ names }: FormulaScope, insert: (text: string) => void) {
  return [
    ...names
      .filter((field) => !field.fields)
      .map(({ id, title }) => ({ id, title, onSelect: () => insert(toShown(id, names)) })),
    ...names.flatMap((table) =>
      (table.fields ?? []).map((column) => ({
        id: `${table.id}.${column.id}`,
        title: `${table.title}.${column.title}`,
        onSelect: () => insert(toShown(`${table.id}.${column.id}`, names)),
      })),
    ),
  ];
}

const nothing: FormulaScope = { types: {}, names: [], shown: {} };

/** The functions with what they do, found by typing; the chosen one goes where the cursor is. */
function FunctionButton({ insert }: { insert: (text: string, caretBack?: number) => void }) {
  const t = useT();
  return (
    <PartPicker
      part={gap}
      scope={nothing}
      functionsOnly
      label={t('formula.functions')}
      onPick={(part) =>
        part.kind === 'call' ? insert(`${part.name}()`, part.args.length > 0 ? 1 : 0) : insert(written(part))
      }
    >
      {t('formula.functions')}
    </PartPicker>
  );
}

/** What the function around the cursor does. */
function CallHelp({ reading, cursor }: { reading: Reading; cursor: number }) {
  const t = useT();
  const name = calledAt(reading, cursor);
  const help = name !== undefined && functionNames.includes(name) ? functionHelp(name, t) : undefined;
  if (!help) return null;
  return (
    <div className="fx-help">
      <code>{help.signatures[0]}</code>
      <p>{help.explanation}</p>
      {help.example && (
        <p className="fx-example">
          <code>{help.example.text}</code>
          {help.example.result !== undefined && (
            <>
              {' '}
              = <code>{help.example.result}</code>
            </>
          )}
        </p>
      )}
    </div>
  );
}

function calledAt({ checked }: Reading, cursor: number): string | undefined {
  let best: { name: string; from: number } | undefined;
  for (const [node, { builtin }] of checked.calls)
    if (node.from <= cursor && cursor <= node.to && (!best || node.from >= best.from))
      best = { name: builtin.name, from: node.from };
  return best?.name;
}

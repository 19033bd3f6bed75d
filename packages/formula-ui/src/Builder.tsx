import { CloseOutlined, EllipsisOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { createContext, useContext, useEffect, useId, useState, type ReactNode } from 'react';
import { useT } from '@formwork/web/i18n/i18n.ts';
import type { FormulaScope, Reading } from './formula.ts';
import { functionHelp, paramsOf } from './function-help.ts';
import { emptyCondition, PartPicker } from './PartPicker.tsx';
import { chainOps, comparisons, gap, partsOf, written, type Branch, type Comparison, type Part } from './parts.ts';

/** A formula put together by clicks; it shows and writes the same text as the editor beside it. */
export default function Builder({
  reading,
  scope,
  label,
  disabled = false,
  onChange,
}: {
  reading: Reading;
  scope: FormulaScope;
  label: string;
  disabled?: boolean;
  onChange: (text: string) => void;
}) {
  const t = useT();
  const [part, setPart] = useState<Part | undefined>(() => partsOf(reading));
  const [own, setOwn] = useState(reading.text);
  // what is clicked together is kept as it is; only a text from elsewhere is taken apart again
  useEffect(() => {
    if (reading.text === own) return;
    setOwn(reading.text);
    setPart(partsOf(reading));
  }, [reading, own]);
  const change = (next: Part) => {
    const text = next.kind === 'gap' ? '' : written(next);
    setPart(next);
    setOwn(text);
    onChange(text);
  };
  if (!part) return <p className="fx-note">{t('formula.build.unreadable')}</p>;
  if (reading.tokens.some(({ kind }) => kind === 'comment'))
    return <p className="fx-note">{t('formula.build.remarks')}</p>;
  return (
    <Scope value={scope}>
      <fieldset className="fx-build" aria-label={label} disabled={disabled}>
        <PartView part={part} onChange={change} onRemove={part.kind === 'gap' ? undefined : () => change(gap)} />
      </fieldset>
    </Scope>
  );
}

const Scope = createContext<FormulaScope>({ types: {}, names: [], shown: {} });

interface PartProps<P extends Part = Part> {
  part: P;
  onChange: (part: Part) => void;
  onRemove?: (() => void) | undefined;
  /** What it is for, before it and read aloud. */
  name?: string;
}

function PartView({ part, onChange, onRemove, name }: PartProps) {
  const t = useT();
  const scope = useContext(Scope);
  const label = name ?? t('formula.build.part');
  if (part.kind === 'gap') {
    return (
      <span className="fx-part" data-kind="gap">
        <PartPicker part={part} scope={scope} label={`${t('formula.build.choose')} ${label}`} onPick={onChange}>
          {t('formula.build.choose')}
        </PartPicker>
        {onRemove && <RemoveButton onClick={onRemove} />}
      </span>
    );
  }
  return (
    <span className="fx-part" data-kind={part.kind}>
      <Body part={part} onChange={onChange} name={label} />
      <PartPicker part={part} scope={scope} label={`${t('formula.build.change')} ${label}`} onPick={onChange}>
        <EllipsisOutlined />
      </PartPicker>
      {onRemove && <RemoveButton onClick={onRemove} />}
    </span>
  );
}

function Body({
  part,
  onChange,
  name,
}: {
  part: Exclude<Part, { kind: 'gap' }>;
  onChange: (part: Part) => void;
  name: string;
}): ReactNode {
  switch (part.kind) {
    case 'field':
      return <span className="fx-chip">{part.text.replaceAll('`', '')}</span>;
    case 'value':
      return <ValueInput part={part} onChange={onChange} name={name} />;
    case 'text':
      return (
        <Input
          size="small"
          className="fx-raw"
          aria-label={name}
          value={part.text}
          onChange={(event) => onChange({ ...part, text: event.target.value, closed: false })}
        />
      );
    case 'chain':
      return <Chain part={part} onChange={onChange} />;
    case 'compare':
      return <Compare part={part} onChange={onChange} />;
    case 'group':
      return <Group part={part} onChange={onChange} />;
    case 'choice':
      return <Choice part={part} onChange={onChange} />;
    case 'call':
      return <Call part={part} onChange={onChange} />;
  }
}

type Of<K extends Part['kind']> = Extract<Part, { kind: K }>;

function ValueInput({ part, onChange, name }: { part: Of<'value'>; onChange: (part: Part) => void; name: string }) {
  const t = useT();
  const change = (text: string) => onChange({ ...part, text });
  if (part.of === 'boolean')
    return (
      <Select
        label={name}
        value={part.text}
        options={[
          ['true', t('formula.value.true')],
          ['false', t('formula.value.false')],
        ]}
        onChange={change}
      />
    );
  if (part.of === 'date')
    return (
      <input
        className="fx-date"
        type="date"
        aria-label={name}
        value={part.text}
        onChange={(event) => change(event.target.value)}
      />
    );
  return (
    <Input
      size="small"
      className="fx-value"
      aria-label={`${name} ${t(`formula.type.${part.of}`)}`}
      placeholder={t(`formula.type.${part.of}`)}
      value={part.text}
      inputMode={part.of === 'number' ? 'decimal' : 'text'}
      onChange={(event) => change(event.target.value)}
    />
  );
}

function Chain({ part, onChange }: { part: Of<'chain'>; onChange: (part: Part) => void }) {
  const t = useT();
  const without = (at: number): Part =>
    part.parts.length === 2
      ? part.parts[1 - at]!
      : { ...part, parts: part.parts.toSpliced(at, 1), ops: part.ops.toSpliced(Math.max(0, at - 1), 1) };
  return (
    <span className="fx-row">
      {part.parts.map((operand, at) => (
        <span key={at} className="fx-operand">
          {at > 0 && (
            <Select
              label={t('formula.build.operator')}
              value={part.ops[at - 1]!}
              options={chainOps[part.level].map((op) => [op, t(`formula.op.${opNames[op]!}`)])}
              onChange={(op) => onChange({ ...part, ops: part.ops.with(at - 1, op) })}
            />
          )}
          <PartView
            part={operand}
            onChange={(next) => onChange({ ...part, parts: part.parts.with(at, next) })}
            onRemove={() => onChange(without(at))}
          />
        </span>
      ))}
      {part.level !== 'power' && (
        <AddButton
          label={t('formula.build.add_operand')}
          onClick={() =>
            onChange({ ...part, ops: [...part.ops, chainOps[part.level][0]!], parts: [...part.parts, gap] })
          }
        />
      )}
    </span>
  );
}

const opNames: Readonly<Record<string, string>> = {
  '+': 'plus',
  '-': 'minus',
  '*': 'times',
  '/': 'over',
  '**': 'power',
  '=': 'equal',
  '!=': 'unequal',
  '>': 'greater',
  '>=': 'at_least',
  '<': 'less',
  '<=': 'at_most',
  between: 'between',
  empty: 'empty',
  filled: 'filled',
};

function Compare({ part, onChange }: { part: Of<'compare'>; onChange: (part: Part) => void }) {
  const t = useT();
  const choose = (op: Comparison) => {
    const { upper, ...rest } = part;
    onChange(op === 'between' ? { ...rest, op, upper: upper ?? gap } : { ...rest, op });
  };
  return (
    <span className="fx-row">
      <PartView part={part.left} onChange={(left) => onChange({ ...part, left })} name={t('formula.build.left')} />
      <Select
        label={t('formula.build.operator')}
        value={part.op}
        options={comparisons.map((op) => [op, t(`formula.op.${opNames[op]!}`)])}
        onChange={(op) => choose(op as Comparison)}
      />
      {part.op !== 'empty' && part.op !== 'filled' && (
        <PartView
          part={part.right}
          onChange={(right) => onChange({ ...part, right })}
          name={t('formula.build.right')}
        />
      )}
      {part.op === 'between' && (
        <>
          <span>{t('formula.build.and')}</span>
          <PartView
            part={part.upper ?? gap}
            onChange={(upper) => onChange({ ...part, upper })}
            name={t('formula.build.upper')}
          />
        </>
      )}
    </span>
  );
}

function Group({ part, onChange }: { part: Of<'group'>; onChange: (part: Part) => void }) {
  const t = useT();
  const without = (at: number): Part =>
    part.parts.length <= 2 ? (part.parts[1 - at] ?? gap) : { ...part, parts: part.parts.toSpliced(at, 1) };
  return (
    <span className="fx-block">
      <Select
        label={t('formula.build.match')}
        value={String(part.all)}
        options={[
          ['true', t('formula.build.all')],
          ['false', t('formula.build.any')],
        ]}
        onChange={(all) => onChange({ ...part, all: all === 'true' })}
      />
      {part.parts.map((condition, at) => (
        <PartView
          key={at}
          part={condition}
          name={t('formula.build.condition', { n: at + 1 })}
          onChange={(next) => onChange({ ...part, parts: part.parts.with(at, next) })}
          onRemove={() => onChange(without(at))}
        />
      ))}
      <AddButton
        label={t('formula.build.add_condition')}
        onClick={() => onChange({ ...part, parts: [...part.parts, emptyCondition] })}
        text
      />
    </span>
  );
}

function Choice({ part, onChange }: { part: Of<'choice'>; onChange: (part: Part) => void }) {
  const t = useT();
  const branch = (at: number, next: Partial<Branch>) =>
    onChange({ ...part, branches: part.branches.with(at, { ...part.branches[at]!, ...next }) });
  return (
    <span className="fx-block">
      {part.branches.map(({ when, then }, at) => (
        <span key={at} className="fx-branch">
          <b>{t(at === 0 ? 'formula.build.if' : 'formula.build.else_if')}</b>
          <PartView
            part={when}
            name={t('formula.build.condition', { n: at + 1 })}
            onChange={(next) => branch(at, { when: next })}
            onRemove={
              part.branches.length > 1
                ? () => onChange({ ...part, branches: part.branches.toSpliced(at, 1) })
                : undefined
            }
          />
          <b>{t('formula.build.then')}</b>
          <PartView
            part={then}
            name={t('formula.build.result', { n: at + 1 })}
            onChange={(next) => branch(at, { then: next })}
          />
        </span>
      ))}
      <AddButton
        label={t('formula.build.add_branch')}
        onClick={() => onChange({ ...part, branches: [...part.branches, { when: emptyCondition, then: gap }] })}
        text
      />
      <b>{t('formula.build.else')}</b>
      <PartView
        part={part.otherwise}
        name={t('formula.build.else')}
        onChange={(otherwise) => onChange({ ...part, otherwise })}
      />
    </span>
  );
}

function Call({ part, onChange }: { part: Of<'call'>; onChange: (part: Part) => void }) {
  const t = useT();
  const params = paramsOf(part.name);
  const paramAt = (at: number) => params[Math.min(at, params.length - 1)];
  const more = part.args.length < params.length || params.at(-1)?.rest === true;
  const help = functionHelp(part.name, t);
  return (
    <span className="fx-block">
      <span>
        <code className="fx-function">{part.name}</code> {help && <small className="fx-note">{help.explanation}</small>}
      </span>
      {part.args.map((arg, at) => (
        <span key={at} className="fx-operand">
          <small className="fx-param">{paramAt(at)?.name}</small>
          <PartView
            part={arg}
            name={paramAt(at)?.name ?? t('formula.build.part')}
            onChange={(next) => onChange({ ...part, args: part.args.with(at, next) })}
            onRemove={
              (paramAt(at)?.optional ?? true) || (paramAt(at)?.rest && part.args.length > params.length)
                ? () => onChange({ ...part, args: part.args.toSpliced(at, 1) })
                : undefined
            }
          />
        </span>
      ))}
      {more && (
        <AddButton
          label={t('formula.build.add_argument')}
          onClick={() => onChange({ ...part, args: [...part.args, gap] })}
          text
        />
      )}
    </span>
  );
}

/** A plain choice of few: light, by keyboard, and on a phone the phone's own. */
function Select({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <select
      id={id}
      className="fx-select"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {options.map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </select>
  );
}

function AddButton({ label, onClick, text = false }: { label: string; onClick: () => void; text?: boolean }) {
  return (
    <Button
      size="small"
      type="dashed"
      className="fx-add"
      aria-label={label}
      title={label}
      icon={<PlusOutlined />}
      onClick={onClick}
    >
      {text && label}
    </Button>
  );
}

function RemoveButton({ onClick }: { onClick: () => void }) {
  const t = useT();
  return (
    <button
      type="button"
      className="fw-icon-button fx-small"
      aria-label={t('formula.build.remove')}
      title={t('formula.build.remove')}
      onClick={onClick}
    >
      <CloseOutlined />
    </button>
  );
}

import { isValueOf, type EtlParameter } from '@formwork/contract/etl/parameter.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Checkbox, Input } from 'antd';
import { useState } from 'react';
import { Choice, Rows } from '../tasks/inspector/parts.tsx';

/** Parameters with their names, types and values: of a task, of a flow, of the enterprise. */
export function ParameterRows({
  label,
  value,
  asks = false,
  onChange,
}: {
  label: string;
  value: readonly EtlParameter[];
  /** Whoever starts it may have to give a value. */
  asks?: boolean;
  onChange: (parameters: EtlParameter[]) => void;
}) {
  const t = useT();
  return (
    <Rows
      label={label}
      items={value}
      blank={() => ({ name: freeName(value), type: 'text' as const, value: '' })}
      onChange={onChange}
    >
      {(parameter, change) => (
        <>
          <NameInput value={parameter.name} onChange={(name) => change({ name })} />
          <Choice
            label={t('etltask.type')}
            value={parameter.type}
            values={['text', 'number', 'date']}
            textOf={(one) => t(`etltask.flow.type.${one}`)}
            onChange={(type) => change({ type })}
          />
          <ParameterInput
            label={t('etltask.flow.parameter_value')}
            type={parameter.type}
            value={parameter.value}
            onChange={(next) => change({ value: next })}
          />
          {asks && (
            <Checkbox
              checked={parameter.required === true}
              onChange={({ target }) => change({ required: target.checked })}
            >
              {t('etltask.start.required')}
            </Checkbox>
          )}
        </>
      )}
    </Rows>
  );
}

/** What is typed stays as it is until it is left: signs are composed of several keys, and one name is deleted before another is typed. */
function NameInput({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const t = useT();
  const [typed, setTyped] = useState<string>();
  const isName = typed === undefined || nameOf(typed) === typed;
  return (
    <Input
      aria-label={t('etltask.flow.parameter_name')}
      status={isName ? '' : 'error'}
      value={typed ?? value}
      maxLength={60}
      onChange={({ target }) => {
        setTyped(target.value);
        if (nameOf(target.value) === target.value) onChange(target.value);
      }}
      onBlur={() => {
        if (typed !== undefined && typed !== '' && !isName) onChange(nameOf(typed));
        setTyped(undefined);
      }}
    />
  );
}

/** A value of a parameter: days are chosen, and what is no number is marked. */
export function ParameterInput({
  label,
  type,
  value,
  onChange,
}: {
  label: string;
  type: EtlParameter['type'];
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <Input
      aria-label={label}
      placeholder={label}
      type={type === 'date' ? 'date' : 'text'}
      inputMode={type === 'number' ? 'decimal' : undefined}
      status={isValueOf(type, value) ? '' : 'error'}
      value={value}
      maxLength={1_000}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

const nameOf = (typed: string): string => typed.replaceAll(/[^\p{L}\p{N}_]/gu, '_').replace(/^(?=\p{N})/u, '_') || 'p';

function freeName(parameters: readonly EtlParameter[]): string {
  for (let n = parameters.length + 1; ; n += 1) if (!parameters.some(({ name }) => name === `p${n}`)) return `p${n}`;
}

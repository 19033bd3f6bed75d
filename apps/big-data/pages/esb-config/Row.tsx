import { FieldRow } from '@formwork/ui/input/field-row.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Input, InputNumber, Select, Switch } from 'antd';
import { useState, type ReactNode } from 'react';

interface Props<Value> {
  name: string;
  value: Value;
  onChange: (value: Value) => void;
  disabled: boolean;
  placeholder?: string;
}

/** A setting with its label; `gateway.set.<name>`, and `gateway.help.<name>` where `help` is said. */
export function Row({
  name,
  help,
  wide,
  children,
}: {
  name: string;
  help?: boolean;
  wide?: boolean;
  children: (id: string) => ReactNode;
}) {
  const t = useT();
  return (
    <FieldRow
      name={`esb-${name}`}
      label={t(`gateway.set.${name}`)}
      {...(help && { help: t(`gateway.help.${name}`) })}
      {...(wide && { wide })}
    >
      {({ id }) => children(id)}
    </FieldRow>
  );
}

/** A setting of several lines, each taken out by itself. */
export function Lines<Line extends { id: string }>({
  name,
  help,
  lines,
  add,
  readOnly,
  onAdd,
  onRemove,
  children,
}: {
  name: string;
  help?: boolean;
  lines: readonly Line[];
  /** What the button says that adds one. */
  add: string;
  readOnly: boolean;
  onAdd: () => void;
  onRemove: (id: string) => void;
  children: (line: Line) => ReactNode;
}) {
  const t = useT();
  return (
    <Row name={name} {...(help && { help })} wide>
      {() => (
        <div className="esb-stack">
          {lines.map((line) => (
            <div key={line.id} className="esb-line">
              {children(line)}
              <Button type="text" danger disabled={readOnly} onClick={() => onRemove(line.id)}>
                {t('gateway.remove')}
              </Button>
            </div>
          ))}
          <div>
            <Button size="small" disabled={readOnly} onClick={onAdd}>
              {add}
            </Button>
          </div>
        </div>
      )}
    </Row>
  );
}

export function TextRow({
  name,
  value,
  onChange,
  disabled,
  placeholder,
  help,
  rows,
}: Props<string> & { help?: boolean; rows?: number }) {
  return (
    <Row name={name} {...(help && { help })} {...(rows !== undefined && { wide: true })}>
      {(id) =>
        rows === undefined ? (
          <Input
            id={id}
            disabled={disabled}
            value={value}
            placeholder={placeholder}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <Input.TextArea
            id={id}
            disabled={disabled}
            className="esb-mono"
            value={value}
            placeholder={placeholder}
            autoSize={{ minRows: rows, maxRows: rows + 12 }}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }
    </Row>
  );
}

export function NumberRow({
  name,
  value,
  onChange,
  disabled,
  help,
  least = 0,
  most,
}: Props<number> & { help?: boolean; least?: number; most: number }) {
  return (
    <Row name={name} {...(help && { help })}>
      {(id) => (
        <InputNumber
          id={id}
          min={least}
          max={most}
          precision={0}
          disabled={disabled}
          value={value}
          onChange={(next) => {
            if (next !== null) onChange(next);
          }}
        />
      )}
    </Row>
  );
}

export function SwitchRow({ name, value, onChange, disabled, help }: Props<boolean> & { help?: boolean }) {
  return (
    <Row name={name} {...(help && { help })}>
      {(id) => (
        <span>
          <Switch id={id} disabled={disabled} checked={value} onChange={onChange} />
        </span>
      )}
    </Row>
  );
}

export function TagsRow({ name, value, onChange, disabled, help, placeholder }: Props<string[]> & { help?: boolean }) {
  return (
    <Row name={name} {...(help && { help })}>
      {(id) => (
        <Select
          id={id}
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[',', ' ']}
          disabled={disabled}
          value={value}
          placeholder={placeholder}
          onChange={onChange}
        />
      )}
    </Row>
  );
}

/** Ids of elements that two people add at once have to differ. */
export function useNewId(prefix: string): () => string {
  const [start] = useState(() => crypto.randomUUID().slice(0, 8));
  const [state] = useState(() => ({ count: 0 }));
  return () => `${prefix}${start}${(state.count += 1)}`;
}

import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { toldWays, type ToldWay } from '@formwork/contract/analytics/told-api.ts';
import { valueTypes, type DataColumn, type ValueType } from '@formwork/contract/etl/columns.ts';
import { CodeEditor } from '@formwork/code-ui/CodeEditor.tsx';
import { feelLanguage } from '@formwork/code-ui/languages/feel.ts';
import { sqlLanguage } from '@formwork/code-ui/languages/sql.ts';
import { parametersName } from '@formwork/etl/parameters.ts';
import { newGraphId } from '@formwork/ui/canvas/graph.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { PersonPicker } from '@formwork/web/pickers/PersonPicker.tsx';
import { Button, Checkbox, Input, InputNumber, Segmented, Select } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { ParameterHint, useParameterNames } from './task-parameters.tsx';

/** A labelled setting. */
export function Line({ label, help, children }: { label: string; help?: string | undefined; children: ReactNode }) {
  return (
    <div className="etl-line" role="group" aria-label={label}>
      <span>{label}</span>
      {children}
      {help && <small>{help}</small>}
    </div>
  );
}

export function TextLine({
  label,
  value,
  onChange,
  placeholder,
  help,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  help?: string;
}) {
  return (
    <Line label={label} help={help}>
      <Input
        aria-label={label}
        value={value}
        placeholder={placeholder}
        onChange={({ target }) => onChange(target.value)}
      />
    </Line>
  );
}

/** A number that is set; what is blank is null. */
export function NumberLine({
  label,
  help,
  min,
  max,
  value,
  onChange,
}: {
  label: string;
  help?: string;
  min: number;
  max: number;
  value: number | null;
  onChange: (value: number | null) => void;
}) {
  return (
    <Line label={label} help={help}>
      <InputNumber aria-label={label} min={min} max={max} precision={0} value={value} onChange={onChange} />
    </Line>
  );
}

/** One of what is there; says so where there is nothing. */
export function SelectLine({
  label,
  none,
  options,
  value,
  onChange,
}: {
  label: string;
  none: string;
  /** Undefined while they come. */
  options: { value: string; label: string }[] | undefined;
  value: string | null;
  onChange: (value: string) => void;
}) {
  return (
    <Line label={label} help={options?.length === 0 ? none : undefined}>
      <Select
        aria-label={label}
        className="etl-grow"
        showSearch={{ optionFilterProp: 'label' }}
        loading={options === undefined}
        value={value ?? undefined}
        options={options ?? []}
        onChange={onChange}
      />
    </Line>
  );
}

/** Who is told when a run failed, and how. */
export function NotifyLine({
  label,
  people,
  ways,
  onChange,
}: {
  label: string;
  people: string[];
  ways: ToldWay[];
  onChange: (part: { people: string[] } | { ways: ToldWay[] }) => void;
}) {
  const t = useT();
  return (
    <>
      <Line label={label}>
        <PersonPicker multiple aria-label={label} value={people} onChange={(next) => onChange({ people: next })} />
      </Line>
      <Line label={t('etltask.told.ways')}>
        <Checkbox.Group
          aria-label={t('etltask.told.ways')}
          value={ways}
          options={toldWays.map((value) => ({ value, label: t(`etltask.told.way.${value}`) }))}
          // nobody is told by no way
          onChange={(next) => next.length > 0 && onChange({ ways: next })}
        />
      </Line>
    </>
  );
}

/** What a column is called from here on. */
export function ColumnNameInput({
  value,
  placeholder,
  onChange,
}: {
  value: string;
  placeholder?: string;
  onChange: (name: string) => void;
}) {
  const t = useT();
  const label = t('etltask.column_name');
  return (
    <Input
      aria-label={label}
      placeholder={placeholder || label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

type Columns = readonly DataColumn[];

const optionsOf = (columns: Columns) =>
  columns.map(({ name, title }) => ({ value: name, label: title ? `${title} (${name})` : name }));

export function ColumnSelect({
  label,
  value,
  columns,
  onChange,
}: {
  label: string;
  value: string;
  columns: Columns;
  onChange: (name: string) => void;
}) {
  const t = useT();
  return (
    <Select
      aria-label={label}
      className="etl-grow"
      showSearch
      placeholder={t('etltask.choose_column')}
      value={value === '' ? undefined : value}
      options={optionsOf(columns)}
      onChange={onChange}
    />
  );
}

export function ColumnsSelect({
  label,
  value,
  columns,
  onChange,
}: {
  label: string;
  value: readonly string[];
  columns: Columns;
  onChange: (names: string[]) => void;
}) {
  const t = useT();
  return (
    <Select
      aria-label={label}
      mode="multiple"
      className="etl-grow"
      placeholder={t('etltask.choose_columns')}
      value={[...value]}
      options={optionsOf(columns)}
      onChange={onChange}
    />
  );
}

interface ColumnProps<Value> {
  label: string;
  value: Value;
  columns: Columns;
  onChange: (value: Value) => void;
}

/** A column as a setting of its own. */
export function ColumnLine(props: ColumnProps<string>) {
  return (
    <Line label={props.label}>
      <ColumnSelect {...props} />
    </Line>
  );
}

export function ColumnsLine(props: ColumnProps<string[]>) {
  return (
    <Line label={props.label}>
      <ColumnsSelect {...props} />
    </Line>
  );
}

export function Choice<Value extends string>({
  label,
  value,
  values,
  textOf,
  onChange,
}: {
  label: string;
  value: Value;
  values: readonly Value[];
  textOf: (value: Value) => string;
  onChange: (value: Value) => void;
}) {
  return (
    <Select<Value>
      aria-label={label}
      className="etl-grow"
      value={value}
      options={values.map((one) => ({ value: one, label: textOf(one) }))}
      onChange={onChange}
    />
  );
}

export function TypeChoice({
  label,
  value,
  onChange,
}: {
  label: string;
  value: ValueType;
  onChange: (type: ValueType) => void;
}) {
  const t = useT();
  return (
    <Choice
      label={label}
      value={value}
      values={valueTypes}
      textOf={(one) => t(`etltask.type.${one}`)}
      onChange={onChange}
    />
  );
}

/** A list of things with ids: each on a line of its own, added and taken away. */
export function Rows<Item extends { id: string }>({
  label,
  items,
  blank,
  onChange,
  children,
}: {
  label: string;
  items: readonly Item[];
  blank: () => Omit<Item, 'id'>;
  onChange: (items: Item[]) => void;
  children: (item: Item, set: (part: Partial<Item>) => void) => ReactNode;
}) {
  const t = useT();
  return (
    <Line label={label}>
      {items.map((item) => (
        <div key={item.id} className="etl-row">
          <div className="etl-row-parts">
            {children(item, (part) => onChange(items.map((one) => (one.id === item.id ? { ...one, ...part } : one))))}
          </div>
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('ui.action.delete')}
            onClick={() => onChange(items.filter(({ id }) => id !== item.id))}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={<PlusOutlined />}
        onClick={() => onChange([...items, { id: newGraphId(), ...blank() } as Item])}
      >
        {t('etltask.add_line')}
      </Button>
    </Line>
  );
}

export function Order({
  order,
  columns,
  onChange,
}: {
  order: readonly { id: string; column: string; descending: boolean }[];
  columns: Columns;
  onChange: (order: { id: string; column: string; descending: boolean }[]) => void;
}) {
  const t = useT();
  return (
    <Rows
      label={t('etltask.order')}
      items={order}
      blank={() => ({ column: '', descending: false })}
      onChange={onChange}
    >
      {(by, set) => (
        <>
          <ColumnSelect
            label={t('etltask.order')}
            value={by.column}
            columns={columns}
            onChange={(column) => set({ column })}
          />
          <Segmented
            size="small"
            value={by.descending ? 'down' : 'up'}
            options={['up', 'down'].map((value) => ({ value, label: t(`etltask.order.${value}`) }))}
            onChange={(value) => set({ descending: value === 'down' })}
          />
        </>
      )}
    </Rows>
  );
}

/** FEEL or SQL over the columns that come in; their names are offered. */
export function Expression({
  label,
  value,
  columns,
  onChange,
}: {
  label: string;
  value: { language: 'feel' | 'sql'; expression: string };
  columns: Columns;
  onChange: (value: { language: 'feel' | 'sql'; expression: string }) => void;
}) {
  const t = useT();
  const names = columns.map(({ name }) => name).join('\n');
  const parameters = useParameterNames(value.language).join('\n');
  const language = useMemo(() => {
    const all = names.split('\n');
    const offered = [...all, ...parameters.split('\n')];
    return value.language === 'sql'
      ? sqlLanguage([{ name: 'rows', columns: all }])
      : feelLanguage(
          [...all, parametersName],
          offered.map((name) => ({ label: name, type: 'variable' })),
        );
  }, [names, parameters, value.language]);
  return (
    <Line label={label} help={t(value.language === 'sql' ? 'etltask.help.sql' : 'etltask.help.feel')}>
      <Segmented
        size="small"
        value={value.language}
        options={[
          { value: 'feel', label: 'FEEL' },
          { value: 'sql', label: 'SQL' },
        ]}
        onChange={(next) => onChange({ ...value, language: next as 'feel' | 'sql' })}
      />
      <CodeEditor
        label={label}
        value={value.expression}
        language={language}
        height={72}
        onChange={(expression) => onChange({ ...value, expression })}
      />
      <ParameterHint how={value.language} />
    </Line>
  );
}

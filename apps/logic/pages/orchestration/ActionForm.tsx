import { DeleteOutlined, FunctionOutlined, PlusOutlined } from '@ant-design/icons';
import { javascriptLanguage } from '@formwork/code-ui/languages/javascript.ts';
import { sqlLanguage } from '@formwork/code-ui/languages/sql.ts';
import { CodeEditor } from '@formwork/code-ui/CodeEditor.tsx';
import { operatorNames } from '@formwork/contract/condition/operators.ts';
import { flowKind } from '@formwork/contract/orchestration/flow-kind.ts';
import { ruleKind } from '@formwork/contract/rules/document.ts';
import type { FlowNodeOf } from '@formwork/contract/rules/flow.ts';
import type { FormulaScope } from '@formwork/formula-ui/formula.ts';
import { hasText, useT, type Translate } from '@formwork/web/i18n/i18n.ts';
import { Button, Input, InputNumber, Select, Switch } from 'antd';
import { ConnectionChoice, DefinitionChoice, FormChoice, useFields, useParameters } from './choices.tsx';
import { Expression } from './Expression.tsx';
import { Line } from './Line.tsx';
import { Mapping } from './Mapping.tsx';
import type { OfferedAction } from './node-types.tsx';

type CallNode = FlowNodeOf<'call'>;
interface Shape {
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Shape>;
  required?: string[];
  default?: unknown;
}
interface Test {
  field: string;
  operator: string;
}

interface Parts {
  node: CallNode;
  onChange: (node: CallNode) => void;
  scope: FormulaScope;
  readOnly: boolean;
}

/** What an action is given, from the shape that it says: chosen as it stands, or worked out by an expression. */
export function ActionForm({ action, ...parts }: Parts & { action: OfferedAction | undefined }) {
  const t = useT();
  const { properties = {}, required = [] } = (action?.input ?? {}) as Shape;
  return (
    <>
      {Object.entries(properties).map(([name, shape]) => (
        <Property
          key={name}
          name={name}
          shape={shape}
          required={required.includes(name)}
          action={action!.name}
          {...parts}
        />
      ))}
      {!action && <p className="flow-wrong">{t('flows.node.gone_hint')}</p>}
    </>
  );
}

const labelOf = (name: string, t: Translate): string =>
  hasText(`flows.part.${name}`) ? t(`flows.part.${name}`) : name;

/** What is chosen among things of a kind, by the name of the part. */
const kindsOf: Readonly<Record<string, string>> = {
  flow: flowKind.kind,
  rule: ruleKind.kind,
  task: 'etl_task',
  chart: 'chart',
  dashboard: 'dashboard',
};

function Property({
  name,
  shape,
  required,
  action,
  node,
  onChange,
  scope,
  readOnly,
}: Parts & { name: string; shape: Shape; required: boolean; action: string }) {
  const t = useT();
  const label = required ? `${labelOf(name, t)} *` : labelOf(name, t);
  const fields = useFields(node.set?.formId);
  const asked = useParameters(name === 'parameters' ? node.set?.task : undefined);
  const value = node.set?.[name];
  const put = (next: unknown) => onChange({ ...node, set: withPart(node.set, name, next) });
  const text = typeof value === 'string' ? value : '';
  if (name === 'formId')
    return (
      <Line label={label}>
        <FormChoice label={label} value={text} onChange={put} readOnly={readOnly} />
      </Line>
    );
  if (name === 'connectionId')
    return (
      <Line label={label}>
        <ConnectionChoice
          label={label}
          kinds={action === 'connections.sql' ? ['postgres', 'mysql'] : ['http']}
          value={text}
          onChange={put}
          readOnly={readOnly}
        />
      </Line>
    );
  const kind = kindsOf[name];
  if (kind !== undefined)
    return (
      <Line label={label}>
        <DefinitionChoice kind={kind} label={label} value={text} onChange={put} readOnly={readOnly} />
      </Line>
    );
  if (name === 'code' || name === 'sql')
    return (
      <Line label={label} hint={t(name === 'code' ? 'flows.script_hint' : 'flows.sql_hint')}>
        <CodeEditor
          label={label}
          value={text}
          readOnly={readOnly}
          height={200}
          language={name === 'code' ? javascriptLanguage(scriptNames, t('flows.script_wrong')) : sqlLanguage([])}
          onChange={put}
        />
      </Line>
    );
  if (name === 'where') return <Tests {...{ label, node, onChange, scope, readOnly }} fields={fields} />;
  if (name === 'filter') return null;
  if (name === 'values' || isMap(shape) || (action === 'scripts.run' && name === 'input'))
    return (
      <Line label={label}>
        <Within
          {...{ name, label, node, onChange, scope, readOnly }}
          names={name === 'values' ? (fields ?? []) : name === 'parameters' ? asked : undefined}
        />
      </Line>
    );
  if ((name === 'field' || name === 'by') && fields)
    return (
      <Line label={label}>
        <Select
          aria-label={label}
          allowClear
          disabled={readOnly}
          value={text === '' ? undefined : text}
          options={fields}
          onChange={(next: string | undefined) => put(next)}
        />
      </Line>
    );
  return <Scalar {...{ name, label, shape, node, onChange, scope, readOnly }} />;
}

const scriptNames = [{ label: 'input' }, { label: 'log' }];

const isMap = ({ type, properties }: Shape): boolean => type === 'object' && properties === undefined;

function withPart(set: Record<string, unknown> = {}, name: string, value: unknown): Record<string, unknown> {
  const { [name]: _, ...rest } = set;
  return value === undefined || value === '' ? rest : { ...rest, [name]: value };
}

/** A value as it stands, or by an expression: the button says which. */
function Scalar({
  name,
  label,
  shape,
  node,
  onChange,
  scope,
  readOnly,
}: Parts & { name: string; label: string; shape: Shape }) {
  const t = useT();
  const given = node.input.find((one) => one.name === name);
  const value = node.set?.[name];
  const put = (next: unknown) => onChange({ ...node, set: withPart(node.set, name, next) });
  const plain = shape.enum !== undefined || ['number', 'integer', 'boolean', 'string'].includes(String(shape.type));
  const byExpression = given !== undefined || !plain;
  const setInput = (text: string) =>
    onChange({
      ...node,
      input: given
        ? node.input.map((one) => (one.name === name ? { ...one, value: text } : one))
        : [...node.input, { name, value: text }],
    });
  const turn = () =>
    onChange(
      given
        ? { ...node, input: node.input.filter((one) => one.name !== name) }
        : {
            ...node,
            set: withPart(node.set, name, undefined),
            input: [...node.input, { name, value: value === undefined ? 'null' : JSON.stringify(value) }],
          },
    );
  return (
    <Line label={label}>
      <span className="flow-row">
        <span className="flow-grow">
          {byExpression ? (
            <Expression
              label={label}
              value={given?.value ?? ''}
              scope={scope}
              readOnly={readOnly}
              onChange={setInput}
            />
          ) : (
            <Plain label={label} shape={shape} value={value} onChange={put} readOnly={readOnly} />
          )}
        </span>
        {plain && !readOnly && (
          <Button
            size="small"
            type={byExpression ? 'primary' : 'text'}
            ghost={byExpression}
            icon={<FunctionOutlined />}
            aria-pressed={byExpression}
            aria-label={t('flows.by_expression', { name: label })}
            title={t('flows.by_expression', { name: label })}
            onClick={turn}
          />
        )}
      </span>
    </Line>
  );
}

function Plain({
  label,
  shape,
  value,
  onChange,
  readOnly,
}: {
  label: string;
  shape: Shape;
  value: unknown;
  onChange: (value: unknown) => void;
  readOnly: boolean;
}) {
  const common = { 'aria-label': label, disabled: readOnly, style: { width: '100%' } };
  if (shape.enum)
    return (
      <Select
        {...common}
        value={value ?? shape.default}
        options={shape.enum.map((one) => ({ value: one, label: String(one) }))}
        onChange={onChange}
      />
    );
  if (shape.type === 'boolean')
    return <Switch size="small" aria-label={label} disabled={readOnly} checked={value === true} onChange={onChange} />;
  if (shape.type === 'number' || shape.type === 'integer')
    return (
      <InputNumber
        {...common}
        value={(value ?? shape.default ?? null) as number | null}
        onChange={(next) => onChange(next ?? undefined)}
      />
    );
  return (
    <Input
      {...common}
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** Parts of one value: `values/<field>` each. */
function Within({
  name,
  label,
  node,
  onChange,
  scope,
  readOnly,
  names,
}: Parts & { name: string; label: string; names: { value: string; label: string }[] | undefined }) {
  const start = `${name}/`;
  const own = node.input.filter((one) => one.name.startsWith(start));
  const others = node.input.filter((one) => !one.name.startsWith(start));
  return (
    <Mapping
      label={label}
      rows={own.map((one) => ({ ...one, name: one.name.slice(start.length) }))}
      names={names}
      scope={scope}
      readOnly={readOnly}
      onChange={(rows) =>
        onChange({ ...node, input: [...others, ...rows.map((one) => ({ ...one, name: `${start}${one.name}` }))] })
      }
    />
  );
}

const noFields: { value: string; label: string }[] = [];

/** Which records: a field, a comparison, and an expression for what it is compared with. */
function Tests({
  label,
  node,
  onChange,
  scope,
  readOnly,
  fields = noFields,
}: Parts & { label: string; fields: { value: string; label: string }[] | undefined }) {
  const t = useT();
  const tests = (Array.isArray(node.set?.where) ? node.set.where : []) as Test[];
  const valueOf = (at: number) => node.input.find(({ name }) => name === `where/${at}/value`)?.value ?? '';
  const put = (next: Test[], values: readonly string[]) =>
    onChange({
      ...node,
      set: withPart(node.set, 'where', next.length === 0 ? undefined : next),
      input: [
        ...node.input.filter(({ name }) => !name.startsWith('where/')),
        ...values.flatMap((value, at) => (value === '' ? [] : [{ name: `where/${at}/value`, value }])),
      ],
    });
  const values = tests.map((_, at) => valueOf(at));
  return (
    <Line label={label}>
      <div className="flow-rows">
        {tests.map((test, at) => (
          // eslint-disable-next-line react/no-array-index-key -- a test is its place
          <div key={at} className="flow-rows">
            <span className="flow-pair">
              <Select
                aria-label={t('flows.part.field')}
                value={test.field}
                disabled={readOnly}
                options={[...fields, { value: '_createdAt', label: t('flows.created_at') }]}
                onChange={(field: string) =>
                  put(
                    tests.map((one, i) => (i === at ? { ...one, field } : one)),
                    values,
                  )
                }
              />
              <Select
                aria-label={t('flows.operator')}
                value={test.operator}
                disabled={readOnly}
                options={operatorNames.map((value) => ({ value, label: value }))}
                onChange={(operator: string) =>
                  put(
                    tests.map((one, i) => (i === at ? { ...one, operator } : one)),
                    values,
                  )
                }
              />
            </span>
            <span className="flow-row">
              <Expression
                label={t('flows.value')}
                value={values[at] ?? ''}
                scope={scope}
                readOnly={readOnly}
                onChange={(value) =>
                  put(
                    tests,
                    values.map((one, i) => (i === at ? value : one)),
                  )
                }
              />
              {!readOnly && (
                <Button
                  size="small"
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={t('flows.remove', { name: test.field })}
                  onClick={() =>
                    put(
                      tests.filter((_, i) => i !== at),
                      values.filter((_, i) => i !== at),
                    )
                  }
                />
              )}
            </span>
          </div>
        ))}
        {!readOnly && fields.length > 0 && (
          <Button
            size="small"
            type="dashed"
            icon={<PlusOutlined />}
            onClick={() => put([...tests, { field: fields[0]!.value, operator: 'eq' }], [...values, 'null'])}
          >
            {t('flows.add_test')}
          </Button>
        )}
      </div>
    </Line>
  );
}

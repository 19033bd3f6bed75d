import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { Given, Statement } from '@formwork/contract/rules/rule.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Input, InputNumber, Select, Switch } from 'antd';
import { FeelInput } from './FeelInput.tsx';
import { TableEditor } from './TableEditor.tsx';
import type { KnownFacts } from './use-facts.ts';

export interface StatementFormProps {
  statement: Statement;
  facts: KnownFacts;
  readOnly: boolean;
  onChange: (next: Statement) => void;
}

/** The settings of one statement; those inside of it have theirs. */
export function StatementForm({ statement, facts, readOnly, onChange }: StatementFormProps) {
  const t = useT();
  const { known, nameOf } = facts;
  const common = { facts, readOnly };
  const fields = known.fields.filter(({ writable }) => writable);
  switch (statement.kind) {
    case 'let':
      return (
        <>
          <Field label={t('rules.field.name')}>
            <Input
              value={statement.name}
              readOnly={readOnly}
              onChange={(event) => onChange({ ...statement, name: event.target.value })}
            />
          </Field>
          <FeelInput
            {...common}
            label={t('rules.field.value')}
            value={statement.value}
            onChange={(value) => onChange({ ...statement, value })}
          />
        </>
      );
    case 'set':
      return (
        <>
          <Field label={t('rules.field.target')}>
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              disabled={readOnly}
              value={statement.target[0] ?? null}
              onChange={(first: string) => onChange({ ...statement, target: [first] })}
              options={fields.map(({ id }) => ({ value: id, label: nameOf(id) }))}
            />
          </Field>
          {known.fields.find(({ id }) => id === statement.target[0])?.form !== undefined && (
            <RelatedField statement={statement} facts={facts} readOnly={readOnly} onChange={onChange} />
          )}
          <FeelInput
            {...common}
            label={t('rules.field.value')}
            value={statement.value}
            onChange={(value) => onChange({ ...statement, value })}
          />
        </>
      );
    case 'when':
      return (
        <>
          {statement.branches.map((branch, at) => (
            <div key={at} className="rule-line">
              <FeelInput
                {...common}
                label={t('rules.field.condition', { number: at + 1 })}
                value={branch.condition}
                onChange={(condition) =>
                  onChange({
                    ...statement,
                    branches: statement.branches.map((one, index) => (index === at ? { ...one, condition } : one)),
                  })
                }
              />
              {!readOnly && statement.branches.length > 1 && (
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={t('rules.remove')}
                  onClick={() =>
                    onChange({ ...statement, branches: statement.branches.filter((_, index) => index !== at) })
                  }
                />
              )}
            </div>
          ))}
          {!readOnly && (
            <Button
              icon={<PlusOutlined />}
              onClick={() =>
                onChange({ ...statement, branches: [...statement.branches, { condition: 'true', body: [] }] })
              }
            >
              {t('rules.branch.add')}
            </Button>
          )}
          <Toggle
            label={t('rules.field.otherwise')}
            disabled={readOnly}
            checked={statement.otherwise !== undefined}
            onChange={(on) => {
              const { otherwise, ...rest } = statement;
              onChange(on ? { ...rest, otherwise: otherwise ?? [] } : rest);
            }}
          />
          <Toggle
            label={t('rules.field.empty_is_no')}
            disabled={readOnly}
            checked={statement.emptyIsNo === true}
            onChange={(on) => {
              const { emptyIsNo: _, ...rest } = statement;
              onChange(on ? { ...rest, emptyIsNo: true } : rest);
            }}
          />
        </>
      );
    case 'match':
      return <TableEditor statement={statement} facts={facts} readOnly={readOnly} onChange={onChange} />;
    case 'each':
      return (
        <>
          <Field label={t('rules.field.item')}>
            <Input
              value={statement.item}
              readOnly={readOnly}
              onChange={(event) => onChange({ ...statement, item: event.target.value })}
            />
          </Field>
          <FeelInput
            {...common}
            label={t('rules.field.list')}
            value={statement.list}
            onChange={(list) => onChange({ ...statement, list })}
          />
        </>
      );
    case 'act': {
      const own = statement.action.startsWith('records.');
      return (
        <>
          <Field label={t('rules.field.action')}>
            <Select
              disabled={readOnly}
              showSearch={{ optionFilterProp: 'label' }}
              value={statement.action}
              onChange={(action: string) => onChange({ id: statement.id, kind: 'act', action, input: [] })}
              options={known.actions.map(({ name }) => ({ value: name, label: nameOf(name) }))}
            />
          </Field>
          {own && (
            <Field label={t('rules.field.form')}>
              <Select
                disabled={readOnly}
                showSearch={{ optionFilterProp: 'label' }}
                value={statement.target ?? null}
                onChange={(target: string) => onChange({ ...statement, target })}
                options={known.forms.map(({ id }) => ({ value: id, label: nameOf(id) }))}
              />
            </Field>
          )}
          {own && statement.action !== 'records.create' && (
            <>
              <FeelInput
                {...common}
                label={t('rules.field.where')}
                value={statement.where ?? ''}
                onChange={(where) => {
                  const { where: _, ...rest } = statement;
                  onChange(where === '' ? rest : { ...rest, where });
                }}
              />
              <Field label={t('rules.field.most')}>
                <InputNumber
                  min={1}
                  max={10_000}
                  disabled={readOnly}
                  value={statement.most ?? null}
                  onChange={(most) => {
                    const { most: _, ...rest } = statement;
                    onChange(most === null ? rest : { ...rest, most });
                  }}
                />
              </Field>
            </>
          )}
          <Inputs
            {...common}
            statement={statement}
            names={known.actions.find(({ name }) => name === statement.action)?.inputs ?? []}
            onChange={onChange}
          />
        </>
      );
    }
    case 'run':
    case 'script': {
      const list = statement.kind === 'run' ? known.rules : known.scripts;
      return (
        <>
          <Field label={t(statement.kind === 'run' ? 'rules.field.rule' : 'rules.field.script')}>
            <Select
              disabled={readOnly}
              showSearch={{ optionFilterProp: 'label' }}
              value={(statement.kind === 'run' ? statement.rule : statement.script) || null}
              onChange={(id: string) =>
                onChange(statement.kind === 'run' ? { ...statement, rule: id } : { ...statement, script: id })
              }
              options={list.map(({ id }) => ({ value: id, label: nameOf(id) }))}
            />
          </Field>
          <Field label={t('rules.field.as')}>
            <Input
              value={statement.as ?? ''}
              readOnly={readOnly}
              onChange={(event) => {
                const { as: _, ...rest } = statement;
                onChange(event.target.value === '' ? rest : { ...rest, as: event.target.value });
              }}
            />
          </Field>
          <Inputs {...common} statement={statement} names={[]} onChange={onChange} />
        </>
      );
    }
    case 'stop':
      return (
        <>
          <Field label={t('rules.field.at_field')}>
            <Select
              allowClear
              disabled={readOnly}
              showSearch={{ optionFilterProp: 'label' }}
              value={statement.field ?? null}
              onChange={(field: string | undefined) => {
                const { field: _, ...rest } = statement;
                onChange(field === undefined ? rest : { ...rest, field });
              }}
              options={fields.map(({ id }) => ({ value: id, label: nameOf(id) }))}
            />
          </Field>
          <FeelInput
            {...common}
            label={t('rules.field.text')}
            value={statement.text ?? ''}
            onChange={(text) => onChange({ ...statement, text })}
          />
        </>
      );
  }
}

/** A field of the record that a relation leads to, where one is meant. */
function RelatedField({
  statement,
  readOnly,
  onChange,
}: StatementFormProps & { statement: Extract<Statement, { kind: 'set' }> }) {
  const t = useT();
  return (
    <Field label={t('rules.field.related')}>
      <Input
        value={statement.target[1] ?? ''}
        readOnly={readOnly}
        placeholder={t('rules.field.related_hint')}
        onChange={(event) => {
          const first = statement.target[0] ?? '';
          onChange({ ...statement, target: event.target.value === '' ? [first] : [first, event.target.value] });
        }}
      />
    </Field>
  );
}

type WithInput = Extract<Statement, { input: Given[] }>;

function Inputs({
  statement,
  names,
  facts,
  readOnly,
  onChange,
}: {
  statement: WithInput;
  names: readonly string[];
  facts: KnownFacts;
  readOnly: boolean;
  onChange: (next: Statement) => void;
}) {
  const t = useT();
  const { input } = statement;
  const put = (next: Given[]) => onChange({ ...statement, input: next });
  const free = names.find((name) => !input.some((one) => one.name === name)) ?? `value${input.length + 1}`;
  return (
    <div className="rule-inputs">
      <span className="rule-label">{t('rules.field.input')}</span>
      {input.map((given, at) => (
        <div key={at} className="rule-line">
          <Input
            aria-label={t('rules.field.name')}
            value={given.name}
            readOnly={readOnly}
            onChange={(event) =>
              put(input.map((one, index) => (index === at ? { ...one, name: event.target.value } : one)))
            }
          />
          <FeelInput
            label={facts.nameOf(given.name)}
            value={given.value}
            facts={facts}
            readOnly={readOnly}
            onChange={(value) => put(input.map((one, index) => (index === at ? { ...one, value } : one)))}
          />
          {!readOnly && (
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={t('rules.remove')}
              onClick={() => put(input.filter((_, index) => index !== at))}
            />
          )}
        </div>
      ))}
      {!readOnly && (
        <Button icon={<PlusOutlined />} onClick={() => put([...input, { name: free, value: '""' }])}>
          {t('rules.input.add')}
        </Button>
      )}
    </div>
  );
}

export function Field({ label, hint, children }: { label: string; hint?: string; children: React.ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the control is what stands in it
    <label className="rule-field">
      <span className="rule-label">{label}</span>
      {children}
      {hint !== undefined && <small className="rule-quiet">{hint}</small>}
    </label>
  );
}

function Toggle({
  label,
  checked,
  disabled,
  onChange,
}: {
  label: string;
  checked: boolean;
  disabled: boolean;
  onChange: (on: boolean) => void;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the control is what stands in it
    <label className="rule-toggle">
      <Switch size="small" checked={checked} disabled={disabled} onChange={onChange} />
      {label}
    </label>
  );
}

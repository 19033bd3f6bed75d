import { useT } from '@formwork/web/i18n/i18n.ts';
import { Input, InputNumber, Switch } from 'antd';
import { ColumnsSelect, Expression, Line, Order, Rows } from './parts.tsx';
import type { SettingsProps } from './NodeSettings.tsx';

export function ConditionSettings({ node, columns, onChange }: SettingsProps<'filter' | 'branch'>) {
  const t = useT();
  return (
    <Expression
      label={t('etltask.condition')}
      value={node}
      columns={columns}
      onChange={(value) => onChange({ ...node, ...value })}
    />
  );
}

export function ValidateSettings({ node, columns, onChange }: SettingsProps<'validate'>) {
  const t = useT();
  return (
    <Rows
      label={t('etltask.rules')}
      items={node.rules}
      blank={() => ({ message: '', language: 'feel' as const, expression: '' })}
      onChange={(rules) => onChange({ ...node, rules })}
    >
      {(rule, set) => (
        <>
          <Input
            aria-label={t('etltask.rule_message')}
            placeholder={t('etltask.rule_message')}
            value={rule.message}
            onChange={({ target }) => set({ message: target.value })}
          />
          <Expression label={t('etltask.condition')} value={rule} columns={columns} onChange={set} />
        </>
      )}
    </Rows>
  );
}

export function SortSettings({ node, columns, onChange }: SettingsProps<'sort'>) {
  const t = useT();
  return (
    <>
      <Order order={node.order} columns={columns} onChange={(order) => onChange({ ...node, order })} />
      <Line label={t('etltask.limit')} help={t('etltask.limit_help')}>
        <InputNumber
          aria-label={t('etltask.limit')}
          min={1}
          precision={0}
          value={node.limit}
          onChange={(limit) => onChange({ ...node, limit })}
        />
      </Line>
    </>
  );
}

export function DedupeSettings({ node, columns, onChange }: SettingsProps<'dedupe'>) {
  const t = useT();
  return (
    <>
      <Line label={t('etltask.dedupe_keys')} help={t('etltask.dedupe_help')}>
        <ColumnsSelect
          label={t('etltask.dedupe_keys')}
          value={node.keys}
          columns={columns}
          onChange={(keys) => onChange({ ...node, keys })}
        />
      </Line>
      <Order order={node.order} columns={columns} onChange={(order) => onChange({ ...node, order })} />
    </>
  );
}

export function SampleSettings({ node, onChange }: SettingsProps<'sample'>) {
  const t = useT();
  return (
    <>
      <Line label={t('etltask.sample_rows')}>
        <InputNumber
          aria-label={t('etltask.sample_rows')}
          min={1}
          max={10_000_000}
          precision={0}
          value={node.rows}
          onChange={(rows) => onChange({ ...node, rows: rows ?? 1 })}
        />
      </Line>
      <Line label={t('etltask.sample_seed')} help={t('etltask.sample_seed_help')}>
        <InputNumber
          aria-label={t('etltask.sample_seed')}
          min={0}
          max={1_000_000}
          precision={0}
          value={node.seed}
          onChange={(seed) => onChange({ ...node, seed: seed ?? 0 })}
        />
      </Line>
    </>
  );
}

export function UnionSettings({ node, onChange }: SettingsProps<'union'>) {
  const t = useT();
  return (
    <Line label={t('etltask.distinct')}>
      <Switch
        aria-label={t('etltask.distinct')}
        checked={node.distinct}
        onChange={(distinct) => onChange({ ...node, distinct })}
      />
    </Line>
  );
}

import { aggregateFunctions, joinKinds } from '@formwork/contract/etl/task.ts';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Select } from 'antd';
import { Choice, ColumnLine, ColumnNameInput, ColumnSelect, ColumnsLine, Line, Rows, TextLine } from './parts.tsx';
import type { SettingsProps } from './NodeSettings.tsx';

interface Key {
  id: string;
  left: string;
  right: string;
}

function Keys({
  keys,
  columns,
  other,
  onChange,
}: {
  keys: readonly Key[];
  columns: readonly DataColumn[];
  other: readonly DataColumn[];
  onChange: (keys: Key[]) => void;
}) {
  const t = useT();
  return (
    <Rows label={t('etltask.keys')} items={keys} blank={() => ({ left: '', right: '' })} onChange={onChange}>
      {(key, set) => (
        <>
          <ColumnSelect
            label={t('etltask.key_left')}
            value={key.left}
            columns={columns}
            onChange={(left) => set({ left })}
          />
          <ColumnSelect
            label={t('etltask.key_right')}
            value={key.right}
            columns={other}
            onChange={(right) => set({ right })}
          />
        </>
      )}
    </Rows>
  );
}

export function JoinSettings({ node, columns, other, onChange }: SettingsProps<'join'>) {
  const t = useT();
  return (
    <>
      <Line label={t('etltask.join_kind')} help={t(`etltask.help.join.${node.how}`)}>
        <Choice
          label={t('etltask.join_kind')}
          value={node.how}
          values={joinKinds}
          textOf={(one) => t(`etltask.join.${one}`)}
          onChange={(how) => onChange({ ...node, how })}
        />
      </Line>
      {node.how !== 'cross' && (
        <Keys keys={node.keys} columns={columns} other={other} onChange={(keys) => onChange({ ...node, keys })} />
      )}
      <TextLine
        label={t('etltask.prefix')}
        value={node.prefix}
        placeholder="2_"
        help={t('etltask.prefix_help')}
        onChange={(prefix) => onChange({ ...node, prefix })}
      />
    </>
  );
}

export function LookupSettings({ node, columns, other, onChange }: SettingsProps<'lookup'>) {
  const t = useT();
  return (
    <>
      <Keys keys={node.keys} columns={columns} other={other} onChange={(keys) => onChange({ ...node, keys })} />
      <Rows
        label={t('etltask.takes')}
        items={node.takes}
        blank={() => ({ column: '', name: '' })}
        onChange={(takes) => onChange({ ...node, takes })}
      >
        {(take, set) => (
          <>
            <ColumnSelect
              label={t('etltask.column')}
              value={take.column}
              columns={other}
              onChange={(column) => set({ column })}
            />
            <ColumnNameInput value={take.name} placeholder={take.column} onChange={(name) => set({ name })} />
          </>
        )}
      </Rows>
    </>
  );
}

export function AggregateSettings({ node, columns, onChange }: SettingsProps<'aggregate'>) {
  const t = useT();
  return (
    <>
      <ColumnsLine
        label={t('etltask.group_by')}
        value={node.keys}
        columns={columns}
        onChange={(keys) => onChange({ ...node, keys })}
      />
      <Rows
        label={t('etltask.figures')}
        items={node.figures}
        blank={() => ({ name: '', fn: 'sum' as const, column: '' })}
        onChange={(figures) => onChange({ ...node, figures })}
      >
        {(figure, set) => (
          <>
            <Choice
              label={t('etltask.function')}
              value={figure.fn}
              values={aggregateFunctions}
              textOf={(one) => t(`etltask.fn.${one}`)}
              onChange={(fn) => set({ fn })}
            />
            {figure.fn !== 'count' && (
              <ColumnSelect
                label={t('etltask.column')}
                value={figure.column}
                columns={columns}
                onChange={(column) => set({ column, ...(figure.name === '' && { name: `${column}_${figure.fn}` }) })}
              />
            )}
            <ColumnNameInput value={figure.name} onChange={(name) => set({ name })} />
          </>
        )}
      </Rows>
    </>
  );
}

export function PivotSettings({ node, columns, onChange }: SettingsProps<'pivot'>) {
  const t = useT();
  return (
    <>
      <ColumnsLine
        label={t('etltask.group_by')}
        value={node.keys}
        columns={columns}
        onChange={(keys) => onChange({ ...node, keys })}
      />
      <ColumnLine
        label={t('etltask.pivot_column')}
        value={node.column}
        columns={columns}
        onChange={(column) => onChange({ ...node, column })}
      />
      <Line label={t('etltask.pivot_values')} help={t('etltask.pivot_help')}>
        <Select
          mode="tags"
          aria-label={t('etltask.pivot_values')}
          className="etl-grow"
          value={node.values}
          open={false}
          onChange={(values: string[]) => onChange({ ...node, values })}
        />
      </Line>
      <Line label={t('etltask.function')}>
        <Choice
          label={t('etltask.function')}
          value={node.fn}
          values={aggregateFunctions}
          textOf={(one) => t(`etltask.fn.${one}`)}
          onChange={(fn) => onChange({ ...node, fn })}
        />
      </Line>
      {node.fn !== 'count' && (
        <ColumnLine
          label={t('etltask.column')}
          value={node.value}
          columns={columns}
          onChange={(value) => onChange({ ...node, value })}
        />
      )}
    </>
  );
}

export function UnpivotSettings({ node, columns, onChange }: SettingsProps<'unpivot'>) {
  const t = useT();
  return (
    <>
      <ColumnsLine
        label={t('etltask.unpivot_columns')}
        value={node.columns}
        columns={columns}
        onChange={(names) => onChange({ ...node, columns: names })}
      />
      <TextLine label={t('etltask.name_to')} value={node.nameTo} onChange={(nameTo) => onChange({ ...node, nameTo })} />
      <TextLine
        label={t('etltask.value_to')}
        value={node.valueTo}
        onChange={(valueTo) => onChange({ ...node, valueTo })}
      />
    </>
  );
}

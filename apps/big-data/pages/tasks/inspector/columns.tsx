import { windowFunctions } from '@formwork/contract/etl/task.ts';
import { newGraphId } from '@formwork/ui/canvas/graph.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Input, InputNumber, Select } from 'antd';
import {
  Choice,
  ColumnLine,
  ColumnNameInput,
  ColumnSelect,
  ColumnsLine,
  Expression,
  Line,
  Order,
  Rows,
  TextLine,
  TypeChoice,
} from './parts.tsx';
import type { SettingsProps } from './NodeSettings.tsx';

export function SelectSettings({ node, columns, onChange }: SettingsProps<'select'>) {
  const t = useT();
  const all = () => columns.map(({ name }) => ({ id: newGraphId(), column: name, name: '' }));
  return (
    <>
      <Rows
        label={t('etltask.picks')}
        items={node.picks}
        blank={() => ({ column: '', name: '' })}
        onChange={(picks) => onChange({ ...node, picks })}
      >
        {(pick, set) => (
          <>
            <ColumnSelect
              label={t('etltask.column_from')}
              value={pick.column}
              columns={columns}
              onChange={(column) => set({ column })}
            />
            <ColumnNameInput value={pick.name} placeholder={pick.column} onChange={(name) => set({ name })} />
          </>
        )}
      </Rows>
      <Button size="small" onClick={() => onChange({ ...node, picks: all() })}>
        {t('etltask.all_columns')}
      </Button>
    </>
  );
}

export function CalculateSettings({ node, columns, onChange }: SettingsProps<'calculate'>) {
  const t = useT();
  return (
    <Rows
      label={t('etltask.figures')}
      items={node.figures}
      blank={() => ({ name: '', language: 'feel' as const, expression: '', type: 'text' as const })}
      onChange={(figures) => onChange({ ...node, figures })}
    >
      {(figure, set) => (
        <>
          <ColumnNameInput value={figure.name} onChange={(name) => set({ name })} />
          {figure.language === 'sql' && (
            <TypeChoice label={t('etltask.type')} value={figure.type} onChange={(type) => set({ type })} />
          )}
          <Expression label={t('etltask.expression')} value={figure} columns={columns} onChange={set} />
        </>
      )}
    </Rows>
  );
}

export function ConvertSettings({ node, columns, onChange }: SettingsProps<'convert'>) {
  const t = useT();
  return (
    <Rows
      label={t('etltask.casts')}
      items={node.casts}
      blank={() => ({ column: '', type: 'double' as const, format: '', onError: 'reject' as const })}
      onChange={(casts) => onChange({ ...node, casts })}
    >
      {(cast, set) => (
        <>
          <ColumnSelect
            label={t('etltask.column')}
            value={cast.column}
            columns={columns}
            onChange={(column) => set({ column })}
          />
          <TypeChoice label={t('etltask.type')} value={cast.type} onChange={(type) => set({ type })} />
          {['date', 'timestamp', 'timestamptz'].includes(cast.type) && (
            <Input
              aria-label={t('etltask.format')}
              placeholder="%d.%m.%Y"
              value={cast.format}
              onChange={({ target }) => set({ format: target.value })}
            />
          )}
          <Choice
            label={t('etltask.on_error')}
            value={cast.onError}
            values={['reject', 'null']}
            textOf={(one) => t(`etltask.on_error.${one}`)}
            onChange={(onError) => set({ onError })}
          />
        </>
      )}
    </Rows>
  );
}

export function SplitSettings({ node, columns, onChange }: SettingsProps<'split'>) {
  const t = useT();
  return (
    <>
      <ColumnLine
        label={t('etltask.column')}
        value={node.column}
        columns={columns}
        onChange={(column) => onChange({ ...node, column })}
      />
      <TextLine
        label={t('etltask.separator')}
        value={node.separator}
        onChange={(separator) => onChange({ ...node, separator })}
      />
      <Line label={t('etltask.split_names')} help={t('etltask.split_help')}>
        <Select
          mode="tags"
          aria-label={t('etltask.split_names')}
          className="etl-grow"
          value={node.names}
          onChange={(names: string[]) => onChange({ ...node, names })}
          open={false}
        />
      </Line>
    </>
  );
}

export function JsonSettings({ node, columns, onChange }: SettingsProps<'jsonPath'>) {
  const t = useT();
  return (
    <>
      <ColumnLine
        label={t('etltask.column')}
        value={node.column}
        columns={columns}
        onChange={(column) => onChange({ ...node, column })}
      />
      <Rows
        label={t('etltask.paths')}
        items={node.paths}
        blank={() => ({ name: '', path: '$.', type: 'text' as const })}
        onChange={(paths) => onChange({ ...node, paths })}
      >
        {(path, set) => (
          <>
            <Input
              aria-label={t('etltask.path')}
              placeholder="$.a.b[0]"
              value={path.path}
              onChange={({ target }) => set({ path: target.value })}
            />
            <ColumnNameInput value={path.name} onChange={(name) => set({ name })} />
            <TypeChoice label={t('etltask.type')} value={path.type} onChange={(type) => set({ type })} />
          </>
        )}
      </Rows>
    </>
  );
}

export function WindowSettings({ node, columns, onChange }: SettingsProps<'window'>) {
  const t = useT();
  return (
    <>
      <ColumnsLine
        label={t('etltask.partition')}
        value={node.keys}
        columns={columns}
        onChange={(keys) => onChange({ ...node, keys })}
      />
      <Order order={node.order} columns={columns} onChange={(order) => onChange({ ...node, order })} />
      <Rows
        label={t('etltask.figures')}
        items={node.figures}
        blank={() => ({ name: '', fn: 'rowNumber' as const, column: '', offset: 1 })}
        onChange={(figures) => onChange({ ...node, figures })}
      >
        {(figure, set) => (
          <>
            <Choice
              label={t('etltask.function')}
              value={figure.fn}
              values={windowFunctions}
              textOf={(one) => t(`etltask.fn.${one}`)}
              onChange={(fn) => set({ fn })}
            />
            {!['rowNumber', 'rank', 'denseRank', 'count'].includes(figure.fn) && (
              <ColumnSelect
                label={t('etltask.column')}
                value={figure.column}
                columns={columns}
                onChange={(column) => set({ column })}
              />
            )}
            {(figure.fn === 'lag' || figure.fn === 'lead') && (
              <InputNumber
                aria-label={t('etltask.offset')}
                min={1}
                precision={0}
                value={figure.offset}
                onChange={(offset) => set({ offset: offset ?? 1 })}
              />
            )}
            <ColumnNameInput value={figure.name} onChange={(name) => set({ name })} />
          </>
        )}
      </Rows>
    </>
  );
}

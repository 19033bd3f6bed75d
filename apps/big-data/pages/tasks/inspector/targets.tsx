import { explorerApi } from '@formwork/contract/etl/explorer.ts';
import {
  formModes,
  isKeyed,
  isWrittenDelimiter,
  leastPortion,
  mayPortion,
  mostPortion,
  tableModes,
  targetEncodings,
  targetFormats,
} from '@formwork/contract/etl/task.ts';
import { isMessages } from '@formwork/etl/graph.ts';
import { newGraphId } from '@formwork/ui/canvas/graph.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Select, Switch } from 'antd';
import { Choice, ColumnSelect, ColumnsSelect, Line, NumberLine, Rows, TextLine } from './parts.tsx';
import { ParameterHint } from './task-parameters.tsx';
import { DelimiterInput, ShelfSelect } from './file-source.tsx';
import { ConnectionSelect, FormSelect, TablePlace } from './sources.tsx';
import type { SettingsProps } from './NodeSettings.tsx';

export function FormTargetSettings({ node, columns, onChange }: SettingsProps<'formTarget'>) {
  const t = useT();
  const fields = useQuery({
    ...q(explorerApi.columns, { params: { source: 'forms' }, query: { schema: '', table: node.form ?? '-' } }),
    enabled: node.form !== null,
  });
  const mayDesign = useCan()('forms.design.edit');
  const options = (fields.data ?? [])
    .filter(({ name }) => !name.startsWith('_'))
    .map(({ name, title }) => ({ value: name, label: title ?? name }));
  const alike = () =>
    options.flatMap(({ value, label }) => {
      const column = columns.find(({ name }) => [value, label].some((one) => one.toLowerCase() === name.toLowerCase()));
      return column ? [{ id: newGraphId(), column: column.name, field: value }] : [];
    });
  return (
    <>
      <FormSelect value={node.form} onChange={(form) => onChange({ ...node, form, mapping: [], key: '' })} />
      <Line
        label={t('etltask.mode')}
        help={t(`etltask.help.mode.${node.mode === 'create' ? 'create_record' : node.mode}`)}
      >
        <Choice
          label={t('etltask.mode')}
          value={node.mode}
          values={formModes}
          textOf={(one) => t(`etltask.mode.${one}`)}
          onChange={(mode) => onChange({ ...node, mode, quick: node.quick && mode === 'create' })}
        />
      </Line>
      {node.mode === 'create' && (mayDesign || node.quick) && (
        <Line label={t('etltask.quick')} help={t(`etltask.quick.${node.quick ? 'on' : 'off'}`)}>
          <Switch
            aria-label={t('etltask.quick')}
            checked={node.quick}
            onChange={(quick) => onChange({ ...node, quick })}
          />
        </Line>
      )}
      {node.mode === 'upsert' && (
        <Line label={t('etltask.key_field')}>
          <Select
            aria-label={t('etltask.key_field')}
            className="etl-grow"
            value={node.key || undefined}
            options={options}
            onChange={(key) => onChange({ ...node, key })}
          />
        </Line>
      )}
      <Rows
        label={t('etltask.mapping')}
        items={node.mapping}
        blank={() => ({ column: '', field: '' })}
        onChange={(mapping) => onChange({ ...node, mapping })}
      >
        {(line, set) => (
          <>
            <ColumnSelect
              label={t('etltask.column')}
              value={line.column}
              columns={columns}
              onChange={(column) => set({ column })}
            />
            <Select
              aria-label={t('etltask.field')}
              className="etl-grow"
              placeholder={t('etltask.field')}
              value={line.field || undefined}
              options={options}
              onChange={(field) => set({ field })}
            />
          </>
        )}
      </Rows>
      <Button size="small" disabled={options.length === 0} onClick={() => onChange({ ...node, mapping: alike() })}>
        {t('etltask.map_alike')}
      </Button>
    </>
  );
}

export function TableTargetSettings({ node, columns, onChange }: SettingsProps<'tableTarget'>) {
  const t = useT();
  return (
    <>
      <ConnectionSelect
        value={node.connection}
        onChange={(connection) => onChange({ ...node, connection, schema: '', table: '' })}
      />
      <TablePlace
        connection={node.connection}
        schema={node.schema}
        table={node.table}
        onChange={(place) => onChange({ ...node, ...place })}
      />
      <Refused node={node} columns={columns} />
      <Line label={t('etltask.mode')} help={t(`etltask.help.mode.${node.mode}`)}>
        <Choice
          label={t('etltask.mode')}
          value={node.mode}
          values={tableModes}
          textOf={(one) => t(`etltask.mode.${one}`)}
          onChange={(mode) => onChange({ ...node, mode })}
        />
      </Line>
      {mayPortion(node.mode) && <Portion node={node} onChange={onChange} />}
      {(isKeyed(node.mode) || node.mode === 'create') && (
        <Line label={t('etltask.target_keys')}>
          <ColumnsSelect
            label={t('etltask.target_keys')}
            value={node.keys}
            columns={columns}
            onChange={(keys) => onChange({ ...node, keys })}
          />
        </Line>
      )}
    </>
  );
}

const usualPortion = 100_000;

/** All rows or none, or so many at a time: what stays of a run that fails is said beside it. */
function Portion({ node, onChange }: Pick<SettingsProps<'tableTarget'>, 'node' | 'onChange'>) {
  const t = useT();
  const sources = useQuery(q(explorerApi.sources));
  const kind = sources.data?.find(({ id }) => id === node.connection)?.kind;
  if (kind === 'clickhouse') return null;
  const isOn = node.portion !== null;
  return (
    <>
      <Line label={t('etltask.portion')} help={t(isOn ? 'etltask.portion.on' : 'etltask.portion.off')}>
        <Switch
          aria-label={t('etltask.portion')}
          checked={isOn}
          onChange={(on) => onChange({ ...node, portion: on ? usualPortion : null })}
        />
      </Line>
      {isOn && (
        <NumberLine
          label={t('etltask.portion.rows')}
          min={leastPortion}
          max={mostPortion}
          value={node.portion}
          onChange={(portion) => onChange({ ...node, portion: portion ?? usualPortion })}
        />
      )}
    </>
  );
}

/** What the table would refuse however the rows are, before somebody runs the task to learn it. */
function Refused({ node, columns }: Pick<SettingsProps<'tableTarget'>, 'node' | 'columns'>) {
  const t = useT();
  const { connection, schema, table } = node;
  const there = useQuery({
    ...q(explorerApi.columns, { params: { source: connection ?? '-' }, query: { schema, table: table || '-' } }),
    enabled: connection !== null && table !== '',
    retry: false,
  });
  const made = columns.filter(({ name }) => there.data?.some((one) => one.name === name && one.made));
  if (made.length === 0) return null;
  return (
    <Alert type="warning" title={t('etltask.target_made', { columns: made.map(({ name }) => name).join(', ') })} />
  );
}

export function FileTargetSettings({ node, onChange }: SettingsProps<'fileTarget'>) {
  const t = useT();
  return (
    <>
      <ShelfSelect own="kept" value={node.connection} onChange={(connection) => onChange({ ...node, connection })} />
      <TextLine
        label={t('etltask.file_name')}
        value={node.name}
        help={t(node.connection === null ? 'etltask.file_name_help' : 'etltask.file_path_help', { mark: '{date}' })}
        onChange={(name) => onChange({ ...node, name })}
      />
      <ParameterHint how="file" />
      <Line label={t('etltask.file_format')}>
        <Choice
          label={t('etltask.file_format')}
          value={node.format}
          values={targetFormats}
          textOf={(one) => t(`etltask.file_format.${one}`)}
          onChange={(format) => onChange({ ...node, format })}
        />
      </Line>
      {node.format === 'csv' && (
        <>
          <Line label={t('etltask.delimiter')}>
            <DelimiterInput
              value={node.delimiter}
              isRight={isWrittenDelimiter}
              onChange={(delimiter) => onChange({ ...node, delimiter })}
            />
          </Line>
          <Line label={t('etltask.encoding')}>
            <Choice
              label={t('etltask.encoding')}
              value={node.encoding}
              values={targetEncodings}
              textOf={(one) => t(`etltask.encoding.${one}`)}
              onChange={(encoding) => onChange({ ...node, encoding })}
            />
          </Line>
          <Line label={t('etltask.header')}>
            <Switch
              aria-label={t('etltask.header')}
              checked={node.header}
              onChange={(header) => onChange({ ...node, header })}
            />
          </Line>
        </>
      )}
      {(isMessages(node) || node.format === 'duckdb' || node.format === 'sqlite') && (
        <TextLine
          label={t(isMessages(node) ? 'etltask.stream' : 'etltask.table')}
          value={node.rowsName}
          placeholder="rows"
          onChange={(rowsName) => onChange({ ...node, rowsName })}
        />
      )}
      <Line label={t('etltask.resumes')} help={t(node.resumes ? 'etltask.resumes.on' : 'etltask.resumes.off')}>
        <Switch
          aria-label={t('etltask.resumes')}
          checked={node.resumes}
          onChange={(resumes) => onChange({ ...node, resumes })}
        />
      </Line>
    </>
  );
}

import {
  callMethods,
  formActions,
  newOperation,
  parameterPlaces,
  parameterTypes,
  type Operation,
  type Source,
} from '@formwork/contract/gateway/definition.ts';
import { readNamedSql } from '@formwork/contract/gateway/named-sql.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Checkbox, Input, Select } from 'antd';
import type { PartProps } from './EsbConfigPage.tsx';
import { KeptQueries } from './KeptQueries.tsx';
import { Parts } from './Parts.tsx';
import { Lines, NumberRow, Row, SwitchRow, TextRow, useNewId } from './Row.tsx';

/** What may be asked: methods and paths, their parameters, and what each of them answers with. */
export function Operations({ body, edit, readOnly }: PartProps) {
  const t = useT();
  const newId = useNewId('o');
  const change = (id: string, part: Partial<Operation>, group?: string) =>
    edit(
      (before) => ({
        ...before,
        operations: before.operations.map((one) => (one.id === id ? { ...one, ...part } : one)),
      }),
      group,
    );
  return (
    <div className="esb-stack">
      {body.operations.map((operation) => (
        <details key={operation.id} className="esb-operation" open={body.operations.length <= 2}>
          <summary>
            <StateTag tone={operation.method === 'GET' ? 'info' : 'primary'}>{operation.method}</StateTag>
            <code>{operation.path}</code>
            <span>{operation.title}</span>
          </summary>
          <OperationSettings
            source={body.source.is}
            actions={actionsOf(body.source)}
            operation={operation}
            readOnly={readOnly}
            change={(part, group) => change(operation.id, part, group && `${operation.id} ${group}`)}
            remove={() =>
              edit((before) => ({ ...before, operations: before.operations.filter(({ id }) => id !== operation.id) }))
            }
          />
        </details>
      ))}
      <div>
        <Button
          type="dashed"
          disabled={readOnly}
          onClick={() => edit((before) => ({ ...before, operations: [...before.operations, newOperation(newId())] }))}
        >
          {t('gateway.operation.add')}
        </Button>
      </div>
    </div>
  );
}

/** What an operation may do, where that is to be chosen. */
function actionsOf(source: Source): readonly Operation['action'][] {
  if (source.is === 'form') return formActions;
  return source.is === 'file' && source.place.of === 'folder' ? ['list', 'get'] : [];
}

interface SettingsProps {
  source: string;
  actions: readonly Operation['action'][];
  operation: Operation;
  readOnly: boolean;
  change: (part: Partial<Operation>, group?: string) => void;
  remove: () => void;
}

function OperationSettings({ source, actions, operation, readOnly, change, remove }: SettingsProps) {
  const t = useT();
  const { mock } = operation;
  return (
    <div className="esb-settings">
      <Row name="method">
        {(id) => (
          <Select
            id={id}
            disabled={readOnly}
            value={operation.method}
            onChange={(method) => change({ method })}
            options={callMethods.map((value) => ({ value, label: value }))}
          />
        )}
      </Row>
      <TextRow
        name="path"
        help
        value={operation.path}
        disabled={readOnly}
        onChange={(path) => change({ path }, 'path')}
      />
      <TextRow
        name="title"
        value={operation.title}
        disabled={readOnly}
        onChange={(title) => change({ title }, 'title')}
      />
      {actions.length > 0 && (
        <Row name="action">
          {(id) => (
            <Select
              id={id}
              disabled={readOnly}
              value={operation.action}
              onChange={(action) => change({ action })}
              options={actions.map((value) => ({ value, label: t(`gateway.action.${value}`) }))}
            />
          )}
        </Row>
      )}
      {source === 'upstream' && (
        <TextRow
          name="upstream_path"
          help
          value={operation.upstreamPath}
          disabled={readOnly}
          onChange={(upstreamPath) => change({ upstreamPath }, 'upstreamPath')}
        />
      )}
      {source === 'aggregate' && <Parts parts={operation.parts} readOnly={readOnly} change={change} />}
      {source === 'sql' && (
        <KeptQueries
          query={operation.query}
          readOnly={readOnly}
          onChoose={(sql, query) => change({ sql, query, parameters: withNames(operation, sql) })}
          onDetach={() => change({ query: null })}
        />
      )}
      {source === 'sql' && (
        <TextRow
          name="sql"
          help
          rows={4}
          value={operation.sql}
          placeholder="select * from orders where state = :state"
          disabled={readOnly || operation.query !== null}
          onChange={(sql) => change({ sql, parameters: withNames(operation, sql) }, 'sql')}
        />
      )}
      {source === 'mock' && (
        <>
          <NumberRow
            name="mock_status"
            least={200}
            most={599}
            value={mock.status}
            disabled={readOnly}
            onChange={(status) => change({ mock: { ...mock, status } })}
          />
          <TextRow
            name="mock_type"
            value={mock.type}
            disabled={readOnly}
            onChange={(type) => change({ mock: { ...mock, type } }, 'mock')}
          />
          <TextRow
            name="mock_body"
            rows={4}
            value={mock.body}
            disabled={readOnly}
            onChange={(text) => change({ mock: { ...mock, body: text } }, 'mock')}
          />
          <NumberRow
            name="mock_delay"
            most={60_000}
            value={mock.delayMs}
            disabled={readOnly}
            onChange={(delayMs) => change({ mock: { ...mock, delayMs } })}
          />
        </>
      )}
      <Parameters operation={operation} readOnly={readOnly} change={change} />
      <TextRow
        name="request_schema"
        help
        rows={2}
        value={operation.requestSchema}
        placeholder='{"type": "object"}'
        disabled={readOnly}
        onChange={(requestSchema) => change({ requestSchema }, 'requestSchema')}
      />
      <TextRow
        name="response_schema"
        rows={2}
        value={operation.responseSchema}
        placeholder='{"type": "object"}'
        disabled={readOnly}
        onChange={(responseSchema) => change({ responseSchema }, 'responseSchema')}
      />
      <SwitchRow
        name="deprecated"
        value={operation.deprecated}
        disabled={readOnly}
        onChange={(deprecated) => change({ deprecated })}
      />
      <div>
        <Button danger type="text" disabled={readOnly} onClick={remove}>
          {t('gateway.operation.remove')}
        </Button>
      </div>
    </div>
  );
}

/** Names of the statement that nobody said anything of yet are asked in the query. */
function withNames({ parameters, path }: Operation, sql: string): Operation['parameters'] {
  const known = new Set([
    ...parameters.map(({ name }) => name),
    ...[...path.matchAll(/\{([^{}/]*)\}/g)].map(([, name]) => name!),
  ]);
  const fresh = readNamedSql(sql).names.filter((name) => !known.has(name));
  const kept = parameters.filter(
    ({ name, in: place, about }) => place !== 'query' || about !== '' || readNamedSql(sql).names.includes(name),
  );
  return [
    ...kept,
    ...fresh.map((name) => ({
      id: `q_${name}`,
      name,
      in: 'query' as const,
      type: 'text' as const,
      required: false,
      about: '',
    })),
  ];
}

function Parameters({ operation, readOnly, change }: Pick<SettingsProps, 'operation' | 'readOnly' | 'change'>) {
  const t = useT();
  const newId = useNewId('p');
  const { parameters } = operation;
  const set = (id: string, part: object) =>
    change({ parameters: parameters.map((one) => (one.id === id ? { ...one, ...part } : one)) }, 'parameters');
  return (
    <Lines
      name="parameters"
      lines={parameters}
      add={t('gateway.parameter.add')}
      readOnly={readOnly}
      onAdd={() =>
        change({
          parameters: [...parameters, { id: newId(), name: '', in: 'query', type: 'text', required: false, about: '' }],
        })
      }
      onRemove={(id) => change({ parameters: parameters.filter((one) => one.id !== id) })}
    >
      {({ id, name, in: place, type, required }) => (
        <>
          <Input
            className="esb-half"
            aria-label={t('gateway.name')}
            disabled={readOnly}
            value={name}
            onChange={(event) => set(id, { name: event.target.value.trim() })}
          />
          <Select
            aria-label={t('gateway.parameter.in')}
            disabled={readOnly}
            value={place}
            onChange={(next) => set(id, { in: next })}
            options={parameterPlaces.map((value) => ({ value, label: t(`gateway.parameter.in.${value}`) }))}
          />
          <Select
            aria-label={t('gateway.parameter.type')}
            disabled={readOnly}
            value={type}
            onChange={(next) => set(id, { type: next })}
            options={parameterTypes.map((value) => ({ value, label: t(`gateway.parameter.type.${value}`) }))}
          />
          <Checkbox
            disabled={readOnly}
            checked={required}
            onChange={(event) => set(id, { required: event.target.checked })}
          >
            {t('gateway.parameter.required')}
          </Checkbox>
        </>
      )}
    </Lines>
  );
}

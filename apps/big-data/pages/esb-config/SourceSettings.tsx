import { connectionsApi } from '@formwork/contract/connections/api.ts';
import { exchangeApi } from '@formwork/contract/etl/exchange.ts';
import {
  exchangeOperations,
  formOperations,
  sourceKinds,
  type GatewayApi,
  type Source,
} from '@formwork/contract/gateway/definition.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { PersonPicker } from '@formwork/web/pickers/PersonPicker.tsx';
import { useMe } from '@formwork/web/session/session.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { FormSelect } from '../../parts/FormSelect.tsx';
import type { PartProps } from './EsbConfigPage.tsx';
import { Routing } from './Routing.tsx';
import { NumberRow, Row, SwitchRow, TextRow } from './Row.tsx';
import { TargetList } from './TargetList.tsx';

/** Where it lies and where its answers come from. */
export function SourceSettings({ body, edit, readOnly }: PartProps) {
  const t = useT();
  const me = useMe();
  const { source } = body;
  const setSource = (next: Source) => edit((before) => ({ ...before, source: next }));
  const choose = (is: Source['is']) =>
    edit((before) => ({
      ...before,
      source: newSource(is, me.id),
      operations: before.operations.length > 0 ? before.operations : (firstOperations[is]?.() ?? []),
    }));
  return (
    <div className="esb-settings">
      <TextRow
        name="base_path"
        help
        value={body.basePath}
        placeholder="/orders/v1"
        disabled={readOnly}
        onChange={(basePath) => edit((before) => ({ ...before, basePath }), 'basePath')}
      />
      <TextRow
        name="version"
        value={body.version}
        disabled={readOnly}
        onChange={(version) => edit((before) => ({ ...before, version }), 'version')}
      />
      <Row name="source">
        {(id) => (
          <Select
            id={id}
            disabled={readOnly}
            value={source.is}
            onChange={choose}
            options={sourceKinds.map((value) => ({ value, label: t(`gateway.source.${value}`) }))}
          />
        )}
      </Row>
      {source.is === 'form' && (
        <Row name="form">
          {() => (
            <FormSelect value={source.form} disabled={readOnly} onChange={(form) => setSource({ ...source, form })} />
          )}
        </Row>
      )}
      {source.is === 'sql' && (
        <Row name="connection">
          {(id) => (
            <Connection
              id={id}
              value={source.connection}
              disabled={readOnly}
              onChange={(connection) => setSource({ ...source, connection })}
            />
          )}
        </Row>
      )}
      {source.is === 'exchange' && (
        <Row name="exchange">
          {(id) => (
            <Approved
              id={id}
              value={source.request}
              disabled={readOnly}
              onChange={(request) => setSource({ ...source, request })}
            />
          )}
        </Row>
      )}
      {'person' in source && (
        <Row name="person" help>
          {(id) => (
            <PersonPicker
              id={id}
              disabled={readOnly}
              value={source.person === null ? [] : [source.person]}
              onChange={([person]) => setSource({ ...source, person: person ?? null })}
            />
          )}
        </Row>
      )}
      {source.is === 'upstream' && <Targets source={source} disabled={readOnly} onChange={setSource} />}
      <TextRow
        name="about"
        rows={3}
        value={body.about}
        disabled={readOnly}
        onChange={(about) => edit((before) => ({ ...before, about }), 'about')}
      />
    </div>
  );
}

const firstOperations: Partial<Record<Source['is'], () => GatewayApi['operations']>> = {
  form: formOperations,
  exchange: exchangeOperations,
};

function newSource(is: Source['is'], me: string): GatewayApi['source'] {
  switch (is) {
    case 'upstream':
      return { is, targets: [], health: null, canary: null, mirror: null };
    case 'form':
      return { is, form: null, person: me };
    case 'sql':
      return { is, connection: null, person: me };
    case 'exchange':
      return { is, request: null, person: me };
    case 'aggregate':
    case 'mock':
      return { is };
  }
}

/** What other enterprises approved. */
function Approved({
  id,
  value,
  disabled,
  onChange,
}: {
  id: string;
  value: string | null;
  disabled: boolean;
  onChange: (id: string) => void;
}) {
  const t = useT();
  const query = { side: 'asked' as const, state: 'approved' as const, limit: 200 };
  const approved = useQuery(q(exchangeApi.requests, { query }));
  return (
    <Select
      id={id}
      disabled={disabled}
      loading={approved.isPending}
      value={value}
      placeholder={t('gateway.source.exchange_choose')}
      notFoundContent={t('gateway.source.exchange_none')}
      onChange={onChange}
      options={(approved.data?.rows ?? []).map((one) => ({
        value: one.id,
        label: `${one.title} (${one.partner.name})`,
      }))}
    />
  );
}

function Connection({
  id,
  value,
  disabled,
  onChange,
}: {
  id: string;
  value: string | null;
  disabled: boolean;
  onChange: (id: string) => void;
}) {
  const t = useT();
  const connections = useQuery(q(connectionsApi.list, { query: { limit: 200 } }));
  const fitting = (connections.data?.rows ?? []).filter(({ kind }) => kind === 'postgres' || kind === 'mysql');
  return (
    <Select
      id={id}
      disabled={disabled}
      loading={connections.isPending}
      value={value}
      placeholder={t('gateway.source.connection_choose')}
      notFoundContent={t('gateway.source.connection_none')}
      onChange={onChange}
      options={fitting.map((one) => ({ value: one.id, label: one.name }))}
    />
  );
}

function Targets({
  source,
  disabled,
  onChange,
}: {
  source: Extract<Source, { is: 'upstream' }>;
  disabled: boolean;
  onChange: (source: Source) => void;
}) {
  const { targets, health } = source;
  return (
    <>
      <Row name="targets" help wide>
        {() => (
          <TargetList
            targets={targets}
            prefix="t"
            disabled={disabled}
            onChange={(next) => onChange({ ...source, targets: next })}
          />
        )}
      </Row>
      <SwitchRow
        name="health"
        help
        value={health !== null}
        disabled={disabled}
        onChange={(on) => onChange({ ...source, health: on ? { path: '/', seconds: 10 } : null })}
      />
      {health && (
        <>
          <TextRow
            name="health_path"
            value={health.path}
            disabled={disabled}
            onChange={(path) => onChange({ ...source, health: { ...health, path } })}
          />
          <NumberRow
            name="health_seconds"
            least={2}
            most={3_600}
            value={health.seconds}
            disabled={disabled}
            onChange={(seconds) => onChange({ ...source, health: { ...health, seconds } })}
          />
        </>
      )}
      <Routing source={source} disabled={disabled} onChange={onChange} />
    </>
  );
}

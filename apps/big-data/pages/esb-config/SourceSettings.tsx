import {
  chartOperations,
  exchangeOperations,
  fileOperations,
  flowOperations,
  formOperations,
  sourceKinds,
  type GatewayApi,
  type Source,
} from '@formwork/contract/gateway/definition.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { PersonPicker } from '@formwork/web/pickers/PersonPicker.tsx';
import { useMe } from '@formwork/web/session/session.ts';
import { Select } from 'antd';
import { FormSelect } from '../../parts/FormSelect.tsx';
import type { PartProps } from './EsbConfigPage.tsx';
import { emptyPlace, FileSettings } from './FileSettings.tsx';
import { Routing } from './Routing.tsx';
import { NumberRow, Row, SwitchRow, TextRow } from './Row.tsx';
import { ApprovedChoice, ChartChoice, ConnectionChoice, FlowChoice } from './SourceChoices.tsx';
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
  // of a folder others are asked than of a file: those that nobody touched change along
  const setFile = (next: Extract<Source, { is: 'file' }>) =>
    edit((before) => {
      const was = before.source.is === 'file' ? fileOperations(before.source.place.of) : [];
      const untouched = JSON.stringify(before.operations) === JSON.stringify(was);
      return { ...before, source: next, operations: untouched ? fileOperations(next.place.of) : before.operations };
    });
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
            <ConnectionChoice
              id={id}
              value={source.connection}
              disabled={readOnly}
              onChange={(connection) => setSource({ ...source, connection })}
            />
          )}
        </Row>
      )}
      {source.is === 'flow' && (
        <Row name="flow" help>
          {(id) => (
            <FlowChoice
              id={id}
              value={source.flow}
              disabled={readOnly}
              onChange={(flow) => setSource({ ...source, flow })}
            />
          )}
        </Row>
      )}
      {source.is === 'chart' && (
        <Row name="chart" help>
          {(id) => (
            <ChartChoice
              id={id}
              value={source.chart}
              disabled={readOnly}
              onChange={(chart) => setSource({ ...source, chart })}
            />
          )}
        </Row>
      )}
      {source.is === 'exchange' && (
        <Row name="exchange">
          {(id) => (
            <ApprovedChoice
              id={id}
              value={source.request}
              disabled={readOnly}
              onChange={(request) => setSource({ ...source, request })}
            />
          )}
        </Row>
      )}
      {source.is === 'file' && <FileSettings source={source} disabled={readOnly} onChange={setFile} />}
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
  flow: flowOperations,
  chart: chartOperations,
  exchange: exchangeOperations,
  file: () => fileOperations('file'),
};

function newSource(is: Source['is'], me: string): GatewayApi['source'] {
  switch (is) {
    case 'upstream':
      return { is, targets: [], health: null, canary: null, mirror: null };
    case 'form':
      return { is, form: null, person: me };
    case 'sql':
      return { is, connection: null, person: me };
    case 'flow':
      return { is, flow: null, person: me };
    case 'chart':
      return { is, chart: null, person: me };
    case 'exchange':
      return { is, request: null, person: me };
    case 'file':
      return { is, place: emptyPlace('file'), inline: false, person: me };
    case 'aggregate':
    case 'mock':
      return { is };
  }
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

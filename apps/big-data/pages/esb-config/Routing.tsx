import { gatewayApi } from '@formwork/contract/gateway/api.ts';
import { canaryManners, type Canary, type Source } from '@formwork/contract/gateway/definition.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { NumberRow, Row, SwitchRow, TextRow } from './Row.tsx';
import { TargetList } from './TargetList.tsx';

type Upstream = Extract<Source, { is: 'upstream' }>;

interface Props {
  source: Upstream;
  disabled: boolean;
  onChange: (source: Source) => void;
}

const newCanary = (): Canary => ({
  targets: [],
  share: 5,
  by: 'caller',
  header: { name: '', value: '' },
  applications: [],
});

/** The next release of an upstream beside the one in force, and copies for one that is only looked at. */
export function Routing({ source, disabled, onChange }: Props) {
  const { canary, mirror } = source;
  return (
    <>
      <SwitchRow
        name="canary"
        help
        value={canary !== null}
        disabled={disabled}
        onChange={(on) => onChange({ ...source, canary: on ? newCanary() : null })}
      />
      {canary && (
        <CanarySettings
          canary={canary}
          disabled={disabled}
          onChange={(part) => onChange({ ...source, canary: { ...canary, ...part } })}
        />
      )}
      <SwitchRow
        name="mirror"
        help
        value={mirror !== null}
        disabled={disabled}
        onChange={(on) => onChange({ ...source, mirror: on ? { url: '', share: 100 } : null })}
      />
      {mirror && (
        <>
          <TextRow
            name="mirror_url"
            value={mirror.url}
            placeholder="https://next.example.com/v1"
            disabled={disabled}
            onChange={(url) => onChange({ ...source, mirror: { ...mirror, url: url.trim() } })}
          />
          <NumberRow
            name="mirror_share"
            most={100}
            value={mirror.share}
            disabled={disabled}
            onChange={(share) => onChange({ ...source, mirror: { ...mirror, share } })}
          />
        </>
      )}
    </>
  );
}

function CanarySettings({
  canary,
  disabled,
  onChange,
}: {
  canary: Canary;
  disabled: boolean;
  onChange: (part: Partial<Canary>) => void;
}) {
  const t = useT();
  const { share, by, header, applications } = canary;
  const consumers = useQuery(q(gatewayApi.consumers));
  const options = (consumers.data ?? []).flatMap((consumer) =>
    consumer.applications.map(({ id, name }) => ({ value: id, label: `${consumer.name} / ${name}` })),
  );
  return (
    <>
      <Row name="canary_targets" wide>
        {() => (
          <TargetList
            targets={canary.targets}
            prefix="c"
            disabled={disabled}
            onChange={(targets) => onChange({ targets })}
          />
        )}
      </Row>
      <NumberRow
        name="canary_share"
        most={100}
        value={share}
        disabled={disabled}
        onChange={(next) => onChange({ share: next })}
      />
      <Row name="canary_by">
        {(id) => (
          <Select
            id={id}
            disabled={disabled}
            value={by}
            onChange={(next) => onChange({ by: next })}
            options={canaryManners.map((value) => ({ value, label: t(`gateway.canary.by.${value}`) }))}
          />
        )}
      </Row>
      <TextRow
        name="canary_header"
        help
        value={header.name}
        placeholder="X-Next"
        disabled={disabled}
        onChange={(name) => onChange({ header: { ...header, name: name.trim() } })}
      />
      <TextRow
        name="canary_value"
        value={header.value}
        disabled={disabled}
        onChange={(value) => onChange({ header: { ...header, value } })}
      />
      <Row name="canary_applications">
        {(id) => (
          <Select
            id={id}
            mode="multiple"
            showSearch={{ optionFilterProp: 'label' }}
            disabled={disabled}
            loading={consumers.isPending}
            value={applications}
            onChange={(next) => onChange({ applications: next })}
            options={options}
          />
        )}
      </Row>
    </>
  );
}

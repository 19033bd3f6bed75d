import { gatewayApi, mainEnvironment } from '@formwork/contract/gateway/api.ts';
import type { Faults } from '@formwork/contract/gateway/definition.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import type { PartProps } from './EsbConfigPage.tsx';
import { NumberRow, Row, SwitchRow } from './Row.tsx';

const newFaults = (): Faults => ({ environments: [], share: 10, delayMs: 0, status: 503, cut: false });

/** Failures on purpose, in the environments that are named. */
export function FaultSettings({ body: { faults }, edit, readOnly }: PartProps) {
  const t = useT();
  const overview = useQuery(q(gatewayApi.overview));
  const set = (part: Partial<Faults>) =>
    edit((before) => ({ ...before, faults: before.faults && { ...before.faults, ...part } }));
  return (
    <>
      <SwitchRow
        name="faults"
        help
        value={faults !== null}
        disabled={readOnly}
        onChange={(on) => edit((before) => ({ ...before, faults: on ? newFaults() : null }))}
      />
      {faults && (
        <>
          <Row name="fault_environments">
            {(id) => (
              <Select
                id={id}
                mode="multiple"
                disabled={readOnly}
                loading={overview.isPending}
                value={faults.environments}
                onChange={(environments) => set({ environments })}
                options={(overview.data?.environments ?? []).map((one) => ({
                  value: one.id,
                  label: one.id === mainEnvironment ? t('gateway.environment.main') : one.name,
                }))}
              />
            )}
          </Row>
          <NumberRow
            name="fault_share"
            most={100}
            value={faults.share}
            disabled={readOnly}
            onChange={(share) => set({ share })}
          />
          <NumberRow
            name="fault_delay"
            most={60_000}
            value={faults.delayMs}
            disabled={readOnly}
            onChange={(delayMs) => set({ delayMs })}
          />
          <SwitchRow
            name="fault_answers"
            value={faults.status !== null}
            disabled={readOnly}
            onChange={(on) => set({ status: on ? 503 : null })}
          />
          {faults.status !== null && (
            <NumberRow
              name="fault_status"
              least={400}
              most={599}
              value={faults.status}
              disabled={readOnly}
              onChange={(status) => set({ status })}
            />
          )}
          <SwitchRow name="fault_cut" value={faults.cut} disabled={readOnly} onChange={(cut) => set({ cut })} />
        </>
      )}
    </>
  );
}

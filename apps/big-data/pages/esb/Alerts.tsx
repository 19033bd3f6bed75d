import type { ToldWay } from '@formwork/contract/analytics/told-api.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { AlertInput, alertKinds, gatewayWatchApi, type Alert } from '@formwork/contract/gateway/watch-api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import { choiceKinds, receiversOf, type Choice } from '@formwork/web/pickers/choice.ts';
import { OrganizationScope } from '@formwork/web/pickers/OrganizationScope.tsx';
import { InputRow } from '@formwork/web/form/InputRow.tsx';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { NumberInput } from '@formwork/web/form/inputs/NumberInput.tsx';
import { SelectInput } from '@formwork/web/form/inputs/SelectInput.tsx';
import { SwitchInput } from '@formwork/web/form/inputs/SwitchInput.tsx';
import { useSave } from '@formwork/web/form/use-save.ts';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { columnsOf } from '@formwork/web/list/columns-of.tsx';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { namesOf, ToldWays } from '../../parts/told/ToldList.tsx';

const refresh = [gatewayWatchApi.alerts];
const nobody: Choice[] = [];
const noWay: ToldWay[] = [];
const tones = { pending: 'warning', raised: 'error', clearing: 'warning' } as const;
const apisOf = q(definitionsApi.list, { params: { kind: 'gateway_api' }, query: { limit: 200 } });

/** What administrators are told of, and what is beyond its bound now. */
export function Alerts() {
  const t = useT();
  const locale = useLocale();
  const alerts = useQuery({ ...q(gatewayWatchApi.alerts), refetchInterval: 10_000 });
  const apis = useQuery(apisOf);
  const [editing, setEditing] = useState<Alert | 'new'>();
  const remove = useCommand(gatewayWatchApi.removeAlert, { refresh });
  const columns = useMemo(
    () =>
      columnsOf<Alert>()('gateway.alert.column', {
        what: { width: 200, cell: ({ what }) => t(`gateway.alert.what.${what}`) },
        api: {
          width: 180,
          cell: ({ api }) => {
            const found = apis.data?.rows.find(({ id }) => id === api);
            return api === null ? t('gateway.alert.every') : found ? textIn(found.name, locale) : '—';
          },
        },
        bounds: {
          width: 300,
          cell: ({ what, raiseAt, clearAt, hold }) =>
            what === 'upstream' ? '—' : t('gateway.alert.between', { raise: raiseAt, clear: clearAt, hold }),
        },
        receivers: {
          width: 220,
          cell: ({ receivers }) =>
            receivers.length === 0
              ? t('gateway.alert.admins')
              : namesOf(receivers, locale === 'zh-CN' ? '、' : ', ', t),
        },
        standings: {
          width: 320,
          cell: ({ standings }) =>
            standings.length === 0 ? (
              t('gateway.alert.well')
            ) : (
              <span className="resource-tags">
                {standings.map(({ label, state }) => (
                  <StateTag key={label} tone={tones[state]}>
                    {`${label} · ${t(`gateway.alert.state.${state}`)}`}
                  </StateTag>
                ))}
              </span>
            ),
        },
        enabled: { width: 90, cell: ({ enabled }) => t(enabled ? 'gateway.alert.enabled' : 'gateway.alert.off') },
      })(t, locale),
    [t, locale, apis.data],
  );
  if (!alerts.data) return <Unread of={[alerts]} skeleton={<SkeletonRows rows={6} />} />;
  const add = (
    <Button type="primary" onClick={() => setEditing('new')}>
      {t('gateway.alert.add')}
    </Button>
  );
  return (
    <div className="esb-body esb-fill">
      {alerts.data.length > 0 && <div className="esb-tools">{add}</div>}
      <div className="esb-list">
        <DataList<Alert>
          label={t('gateway.tab.alerts')}
          rows={alerts.data}
          columns={columns}
          rowKey={({ id }) => id}
          status="ready"
          onOpen={setEditing}
          rowActions={({ id }) => [
            {
              id: 'remove',
              title: t('gateway.alert.remove'),
              danger: true,
              onSelect: () => void remove.run({ params: { gatewayAlertId: id } }),
            },
          ]}
          empty={<EmptyState title={t('gateway.alert.none')} hint={t('gateway.alert.none_hint')} action={add} />}
        />
      </div>
      {editing && <AlertDialog alert={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
    </div>
  );
}

function AlertDialog({ alert, onClose }: { alert: Alert | undefined; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const apis = useQuery(apisOf);
  const create = useSave(gatewayWatchApi.createAlert, { refresh, onDone: onClose });
  const update = useSave(gatewayWatchApi.updateAlert, {
    refresh,
    onDone: onClose,
    params: { gatewayAlertId: alert?.id ?? '' },
  });
  return (
    <FormDialog
      title={t(alert ? 'gateway.alert.edit' : 'gateway.alert.add')}
      rules={AlertInput}
      initial={{
        what: alert?.what ?? 'errors',
        api: alert?.api ?? null,
        raiseAt: alert?.raiseAt ?? 5,
        clearAt: alert?.clearAt ?? 2,
        hold: alert?.hold ?? 0,
        enabled: alert?.enabled ?? true,
        receivers: alert?.receivers ?? nobody,
        ways: alert?.ways ?? ['message'],
      }}
      toBody={({ what, api, raiseAt, clearAt, hold, enabled, receivers, ways }) => ({
        what: alertKinds.find((one) => one === what) ?? 'errors',
        api,
        raiseAt: raiseAt ?? 0,
        clearAt: clearAt ?? 0,
        hold: hold ?? 0,
        enabled,
        receivers: receiversOf(receivers),
        ways,
      })}
      command={alert ? update : create}
      onClose={onClose}
    >
      <SelectInput
        name="what"
        label={t('gateway.alert.what')}
        options={alertKinds.map((value) => ({ value, label: t(`gateway.alert.what.${value}`) }))}
      />
      <SelectInput
        name="api"
        label={t('gateway.subscription.column.api')}
        placeholder={t('gateway.alert.every')}
        allowClear
        options={(apis.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: textIn(name, locale) }))}
      />
      <NumberInput name="raiseAt" label={t('gateway.alert.raise')} help={t('gateway.alert.bounds_help')} />
      <NumberInput name="clearAt" label={t('gateway.alert.clear')} />
      <NumberInput name="hold" label={t('gateway.alert.hold')} />
      <InputRow<Choice[]>
        name="receivers"
        label={t('gateway.alert.receivers')}
        help={t('gateway.alert.receivers_help')}
        empty={nobody}
      >
        {({ input, value, set }) => (
          <OrganizationScope kinds={choiceKinds} exceptions id={input.id} value={value} onChange={set} />
        )}
      </InputRow>
      <InputRow<ToldWay[]> name="ways" label={t('gateway.alert.ways')} empty={noWay}>
        {({ value, set }) => <ToldWays value={value} onChange={set} />}
      </InputRow>
      <SwitchInput name="enabled" label={t('gateway.alert.enabled')} />
    </FormDialog>
  );
}

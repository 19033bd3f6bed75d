import { ClockCircleOutlined, ReloadOutlined } from '@ant-design/icons';
import { isOfOthers, type DataSet } from '@formwork/contract/analytics/dataset.ts';
import { setsApi } from '@formwork/contract/analytics/set-api.ts';
import type { Definition } from '@formwork/contract/definitions/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { InspectorSection } from '@formwork/ui/designer/designer.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { q, refresh } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useLive } from '@formwork/web/live/use-live.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Switch } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { FieldRow } from '../../../parts/FieldRow.tsx';
import { SetGrowth } from './SetGrowth.tsx';
import { SetHierarchies } from './SetHierarchies.tsx';
import { SetRules } from './SetRules.tsx';

const SchedulesDialog = lazy(() =>
  import('../../schedules/SchedulesDialog.tsx').then((module) => ({ default: module.SchedulesDialog })),
);

interface Props {
  definition: Definition;
  set: DataSet;
  readOnly: boolean;
  onSet: (change: (set: DataSet) => DataSet, group?: string) => void;
}

/** How old its rows are, when they are read anew, and who sees which of them. */
export function SetInspector({ definition, set, readOnly, onSet }: Props) {
  const t = useT();
  return (
    <>
      {!isOfOthers(set.source) && (
        <InspectorSection title={t('analytics.set.age')}>
          <FieldRow label={t('analytics.set.live')}>
            <Switch disabled={readOnly} checked={set.live} onChange={(live) => onSet((now) => ({ ...now, live }))} />
          </FieldRow>
          <p className="analytics-quiet">{t(set.live ? 'analytics.set.live_hint' : 'analytics.set.kept_hint')}</p>
          {set.live && (set.source.is === 'table' || set.source.is === 'sql') && set.fields.length > 0 && (
            <SetGrowth set={set} readOnly={readOnly} onSet={onSet} />
          )}
          {definition.released !== null && <Extract definition={definition} fields={set.fields} readOnly={readOnly} />}
        </InspectorSection>
      )}
      <InspectorSection title={t('analytics.set.hierarchies')}>
        <SetHierarchies set={set} readOnly={readOnly} onSet={onSet} />
      </InspectorSection>
      <InspectorSection title={t('analytics.set.rules')}>
        <SetRules set={set} readOnly={readOnly} onSet={onSet} />
      </InspectorSection>
    </>
  );
}

function Extract({
  definition,
  fields,
  readOnly,
}: {
  definition: Definition;
  fields: DataSet['fields'];
  readOnly: boolean;
}) {
  const t = useT();
  const locale = useLocale();
  const params = { datasetId: definition.id };
  const [times, setTimes] = useState(false);
  const facts = useQuery({
    ...q(setsApi.facts, { params }),
    refetchInterval: ({ state }) => (state.data?.extract?.busy ? 1_000 : false),
  });
  const read = useCommand(setsApi.read, { refresh: [setsApi.facts] });
  useLive(`dataset:${definition.id}`, () => void refresh(setsApi.facts));
  const { extract } = facts.data ?? {};
  const gone = (extract?.gone ?? []).map((id) => {
    const field = fields.find((one) => one.id === id);
    return field ? textIn(field.title, locale) : id;
  });
  return (
    <>
      {extract?.readAt && (
        <p className="analytics-quiet">
          {t('analytics.set.read_at')} <Time at={extract.readAt} locale={locale} />
          {' · '}
          {t('analytics.set.row_count', { count: extract.rows ?? 0 })}
        </p>
      )}
      {extract?.wholeAt && extract.changes > 0 && (
        <p className="analytics-quiet">
          {t('analytics.set.changes', { count: extract.changes })} <Time at={extract.wholeAt} locale={locale} />
        </p>
      )}
      {extract?.notGrowing && (
        <Alert type="warning" showIcon title={t(`analytics.set.not_growing.${extract.notGrowing}`)} />
      )}
      {extract?.cut && <Alert type="warning" showIcon title={t('analytics.set.cut')} />}
      {gone.length > 0 && (
        <Alert type="warning" showIcon title={t('analytics.set.gone_fields', { fields: gone.join('、') })} />
      )}
      {extract?.error && <Alert type="error" showIcon title={extract.error} />}
      {!readOnly && (
        <div className="set-buttons">
          <Button
            size="small"
            icon={<ReloadOutlined spin={extract?.busy} />}
            loading={read.pending}
            onClick={() => void read.run({ params })}
          >
            {t('analytics.set.read')}
          </Button>
          <Button size="small" icon={<ClockCircleOutlined />} onClick={() => setTimes(true)}>
            {t('analytics.set.times')}
          </Button>
        </div>
      )}
      {times && (
        <Suspense>
          <SchedulesDialog ofKind="dataset" definition={definition} onClose={() => setTimes(false)} />
        </Suspense>
      )}
    </>
  );
}

import type { PersonalPlan } from '@formwork/contract/records/api.ts';
import { wholeList, type ViewSettings, type ViewType } from '@formwork/contract/views/view.ts';
import { NoPermission, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText, useSetQuery } from '@formwork/web/router/page-context.ts';
import { PageErrorBoundary } from '@formwork/web/shell/PageError.tsx';
import { GoneParts } from '@formwork/web/uses/GoneParts.tsx';
import { GoneUses } from '@formwork/web/uses/GoneUses.tsx';
import { Alert, Button } from 'antd';
import { lazy, Suspense, useMemo, type ComponentType } from 'react';
import { LabelsBar } from './LabelsBar.tsx';
import { useListSettings } from './list-settings.ts';
import { RecordsView } from './RecordsView.tsx';
import { TypedView } from './TypedView.tsx';
import type { TypeProps } from './type-props.ts';
import { isGone, useLabels, useLabelView } from './use-labels.ts';

/** What each type is drawn with; they come when they are first looked at. */
const types: Record<Exclude<ViewType, 'list'>, ComponentType<TypeProps>> = {
  calendar: lazy(() => import('./types/CalendarView.tsx')),
  board: lazy(() => import('./types/BoardView.tsx')),
  gallery: lazy(() => import('./types/GalleryView.tsx')),
  gantt: lazy(() => import('./types/GanttView.tsx')),
  tree: lazy(() => import('./types/TreeView.tsx')),
  occupancy: lazy(() => import('./types/OccupancyView.tsx')),
  pivot: lazy(() => import('./types/PivotView.tsx')),
  chart: lazy(() => import('./types/ChartView.tsx')),
};

interface Props {
  plan: PersonalPlan;
  canStart: boolean;
}

/** The records of a form with its labels above: the label that is shown says how. */
export function LabelledRecords({ plan, canStart }: Props) {
  const labels = useLabels(plan.formId);
  if (!labels.found.data) return <Unread of={[labels.found]} skeleton={<SkeletonRows rows={12} />} />;
  // another label is another arrangement, kept for itself
  return <Shown key={`${labels.label?.id} ${labels.label?.version}`} plan={plan} canStart={canStart} labels={labels} />;
}

function Shown({ plan, canStart, labels }: Props & { labels: ReturnType<typeof useLabels> }) {
  const t = useT();
  const setQuery = useSetQuery();
  const [asked] = useQueryText('label');
  const { label, views, chosen, canShare, settings: base } = labels;
  const arrangement = useListSettings(plan.formId, label?.id, base, labels.arranged);
  const { view, changed, setView } = useLabelView(base);
  const settings = useMemo(
    (): ViewSettings => ({ ...arrangement.settings, filter: view.filter, sort: view.sort }),
    [arrangement.settings, view.filter, view.sort],
  );
  const reset = () => {
    arrangement.reset();
    setQuery({ filter: undefined, sort: undefined });
  };
  const type = label?.type ?? 'list';
  return (
    <div className="fw-labelled">
      <LabelsBar
        formId={plan.formId}
        definition={plan.definition}
        views={views}
        label={label}
        chosen={chosen}
        canShare={canShare}
        canLink={plan.can.share}
        settings={settings}
        changed={changed || arrangement.changed}
        onReset={reset}
      />
      {label?.partial && <Alert type="info" showIcon title={t('views.label.partial')} />}
      {label?.gone && <GoneParts gone={label.gone} />}
      {label?.scope === 'shared' && <GoneUses formId={plan.formId} kind="view" id={label.id} />}
      {isGone(asked, label) ? (
        <NoPermission
          title={t('views.label.gone')}
          hint={t('views.label.gone_hint')}
          action={<Button onClick={() => setQuery({ label: wholeList })}>{t('views.label.all')}</Button>}
        />
      ) : type === 'list' ? (
        <RecordsView plan={plan} canStart={canStart} view={view} onView={setView} arrangement={arrangement} />
      ) : (
        <PageErrorBoundary>
          <Suspense fallback={<SkeletonRows rows={12} />}>
            <TypedView
              type={type}
              of={types[type]}
              plan={plan}
              canStart={canStart}
              view={view}
              onView={setView}
              settings={settings}
              arrangement={arrangement}
            />
          </Suspense>
        </PageErrorBoundary>
      )}
    </div>
  );
}

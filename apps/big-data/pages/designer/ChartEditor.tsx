import { Chart } from '@formwork/chart-ui/Chart.tsx';
import { asKind, slotsOf } from '@formwork/chart/fits.ts';
import { analyticsApi, type SourceField } from '@formwork/contract/analytics/api.ts';
import type { ChartKind, ChartSlot } from '@formwork/contract/analytics/chart.ts';
import { emptyChart, isFigure, usesOf, type ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import type { SeenHierarchy } from '@formwork/contract/analytics/hierarchy.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Designer } from '@formwork/ui/designer/designer.tsx';
import { DragArea, type Drop } from '@formwork/ui/drag/drag.tsx';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { Link } from '@formwork/ui/frame/link.tsx';
import { usePhone } from '@formwork/ui/skin/use-media.ts';
import type { DocumentParts } from '@formwork/web/document/DocumentPage.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, App } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { FormSelect } from '../../parts/FormSelect.tsx';
import { chartProblem, useAnswer } from '../../parts/use-answer.ts';
import { accepts, atTop, newUse, placed, slotFor, findUse, withPath, withSettings, type Offered } from './edits.ts';
import { FieldPalette } from './FieldPalette.tsx';
import { ChartFilter } from './ChartFilter.tsx';
import { Inspector } from './Inspector.tsx';
import { Shelves } from './Shelves.tsx';

const noFields: readonly SourceField[] = [];
const noHierarchies: readonly SeenHierarchy[] = [];

/** Fields left, slots and the picture in the middle, kind and look right. */
export function ChartEditor({ document, bar, problems, readOnly: given }: DocumentParts<ChartDefinition>) {
  const t = useT();
  const locale = useLocale();
  const { modal } = App.useApp();
  const readOnly = usePhone() || given;
  const { body: chart, definition } = document;
  const { settings, form } = chart;
  const [selected, setSelected] = useState<string>();
  const select = (use: string | undefined) => {
    setSelected(use);
    const place = use === undefined ? undefined : findUse(settings, use)?.slot;
    document.lookAt(place === undefined || use === undefined ? [] : ['settings', 'slots', place, `#${use}`]);
  };
  const source = useQuery({ ...q(analyticsApi.source, { params: { formId: form ?? '' } }), enabled: form !== null });
  const fields = form === null ? noFields : (source.data?.fields ?? noFields);
  const fieldOf = useMemo(() => {
    const byId = new Map(fields.map((field) => [field.id, field]));
    return (id: string) => byId.get(id);
  }, [fields]);
  const hierarchies = form === null ? noHierarchies : (source.data?.hierarchies ?? noHierarchies);
  const shown = useLater(chart, 300);
  const complete = slotsOf(settings.kind).every(([slot, { least }]) => (settings.slots[slot] ?? []).length >= least);
  const preview = useAnswer(
    analyticsApi.query,
    { body: { chart: shown, picks: [] } },
    { enabled: shown.form !== null && usesOf(shown.settings).length > 0 },
  );
  const edit = (change: (chart: ChartDefinition) => ChartDefinition, group?: string) => document.edit(change, group);
  // a hierarchy that the first key stands above in is gone down without anybody choosing it
  const pathed =
    (change: (chart: ChartDefinition) => ChartDefinition) =>
    (now: ChartDefinition): ChartDefinition =>
      withPath(now, change(now), hierarchies, fieldOf);
  const take = (offered: Offered, slot: ChartSlot | undefined = slotFor(settings, offered), index?: number) => {
    const need = slot && slotsOf(settings.kind).find(([name]) => name === slot)?.[1];
    if (slot && need && accepts(need, offered))
      edit(pathed(placed(slot, atTop(newUse(offered, need, settings.kind), hierarchies), index)));
  };
  const drop = ({ id, payload, to, index }: Drop) => {
    if (readOnly) return;
    const slot = to as ChartSlot;
    if (payload !== undefined) {
      take(payload as Offered, slot, index);
      return;
    }
    const found = findUse(settings, id);
    if (found) edit(pathed(moved(id, found.slot, slot, index, fieldOf)));
  };
  const setForm = (next: string) => {
    const change = () =>
      edit(() => ({ ...emptyChart(), form: next, settings: { ...emptyChart().settings, kind: settings.kind } }));
    if (form === null || usesOf(settings).length === 0) change();
    else
      void modal.confirm({ title: t('analytics.form_change'), content: t('analytics.form_change_hint'), onOk: change });
  };
  const setKind = (kind: ChartKind) => edit(withSettings((now) => asKind(now, kind, fieldOf)));
  const mayEdit = definition.can.includes('edit');
  return (
    <DragArea onDrop={drop}>
      <Designer
        bar={bar}
        problems={problems}
        palette={
          <div className="chart-palette">
            <FormSelect value={form} title={source.data?.title} disabled={readOnly} onChange={setForm} />
            {form !== null && <FieldPalette reading={source} settings={settings} readOnly={readOnly} onTake={take} />}
          </div>
        }
        inspector={
          <Inspector
            chartId={definition.id}
            settings={settings}
            fields={fields}
            selected={selected}
            result={preview.data}
            hierarchies={hierarchies}
            readOnly={readOnly}
            onKind={setKind}
            onSettings={(change, group) => edit(pathed(withSettings(change)), group)}
          />
        }
      >
        {!mayEdit && (
          <Alert
            type="info"
            showIcon
            title={t('analytics.chart.no_edit')}
            action={<Link href={pathTo('chartView', { id: definition.id })}>{t('analytics.look')}</Link>}
          />
        )}
        {form === null ? (
          <EmptyState title={t('analytics.form_first')} hint={t('analytics.form_first_hint')} />
        ) : (
          <div className="chart-work">
            <Shelves
              settings={settings}
              fields={fields}
              fieldOf={fieldOf}
              unread={source.data === undefined}
              selected={selected}
              readOnly={readOnly}
              onSelect={select}
              onEdit={(change) => edit(pathed(change))}
            />
            <ChartFilter
              formId={form}
              where={chart.where}
              readOnly={readOnly}
              onWhere={(where) => edit((now) => ({ ...now, where }))}
            />
            <div className="chart-preview">
              {usesOf(settings).length === 0 ? (
                <EmptyState title={t('analytics.drag_first')} hint={t('analytics.drag_first_hint')} />
              ) : (
                <Chart
                  label={textIn(definition.name, locale)}
                  settings={settings}
                  result={complete ? preview.data : (preview.data ?? { columns: [], rows: [] })}
                  stale={preview.isFetching || shown !== chart}
                  problem={complete ? chartProblem(preview) : undefined}
                  {...(!readOnly && { onKind: setKind })}
                />
              )}
            </div>
          </div>
        )}
      </Designer>
    </DragArea>
  );
}

/** What was changed a moment ago: each touch of a key would ask the server. */
function useLater<T>(value: T, ms: number): T {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return later;
}

function moved(
  id: string,
  from: ChartSlot,
  to: ChartSlot,
  index: number,
  fieldOf: (id: string) => SourceField | undefined,
): (chart: ChartDefinition) => ChartDefinition {
  return (chart) => {
    const { settings } = chart;
    const found = findUse(settings, id);
    const need = slotsOf(settings.kind).find(([name]) => name === to)?.[1];
    if (!found || !need) return chart;
    const field = fieldOf(found.use.field);
    const offered: Offered = found.use.calc ? { is: 'calc' } : field ? { is: 'field', field } : { is: 'count' };
    if (!accepts(need, offered)) return chart;
    // between places of figures and of keys it becomes what the place takes
    const sameSide = (need.takes === 'measure') === isFigure(found.use);
    const use = from === to || sameSide ? found.use : { ...newUse(offered, need, settings.kind), id };
    const left = (settings.slots[from] ?? []).filter((one) => one.id !== id);
    const next = withSettings((now) => ({ ...now, slots: { ...now.slots, [from]: left } }))(chart);
    return placed(to, use, index)(next);
  };
}

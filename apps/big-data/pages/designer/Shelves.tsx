import { CloseOutlined, HolderOutlined } from '@ant-design/icons';
import { slotsOf } from '@formwork/chart/fits.ts';
import type { SourceField } from '@formwork/contract/analytics/api.ts';
import type { ChartSettings, ChartUse } from '@formwork/contract/analytics/chart.ts';
import type { ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import { DragHandle, SortableList } from '@formwork/ui/drag/drag.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { nameOfUse } from '../../parts/name-of-use.ts';
import { accepts, without, type Offered } from './edits.ts';

interface Props {
  settings: ChartSettings;
  fields: readonly SourceField[];
  fieldOf: (id: string) => SourceField | undefined;
  /** The source is on its way, or not theirs to see. */
  unread: boolean;
  selected: string | undefined;
  readOnly: boolean;
  onSelect: (use: string | undefined) => void;
  onEdit: (change: (chart: ChartDefinition) => ChartDefinition) => void;
}

/** The slots of the kind with what stands in them. */
export function Shelves({ settings, fieldOf, unread, selected, readOnly, onSelect, onEdit }: Props) {
  const t = useT();
  const locale = useLocale();
  const nameOf = (use: ChartUse) => nameOfUse(use, fieldOf, locale, t, unread);
  return (
    <div className="chart-shelves">
      {slotsOf(settings.kind).map(([slot, need]) => {
        const uses = settings.slots[slot] ?? [];
        const name = t(`charts.slot.${slot}`);
        return (
          <div key={slot} className="chart-shelf" role="group" aria-label={name}>
            <span className="chart-shelf-name" data-needed={uses.length < need.least || undefined}>
              {name}
              {need.least > 0 && <abbr title={t('analytics.needed')}>*</abbr>}
            </span>
            <SortableList<ChartUse>
              list={slot}
              className="chart-shelf-list"
              layout="grid"
              items={uses}
              itemId={({ id }) => id}
              itemTitle={nameOf}
              disabled={readOnly}
              accepts={(payload) => payload === undefined || accepts(need, payload as Offered)}
              empty={<span className="chart-shelf-empty">{t(`analytics.takes.${need.takes}`)}</span>}
              render={(use) => (
                <span className="chart-chip" data-selected={use.id === selected || undefined}>
                  {!readOnly && uses.length > 1 && (
                    <DragHandle title={nameOf(use)}>
                      <HolderOutlined />
                    </DragHandle>
                  )}
                  <button
                    type="button"
                    aria-pressed={use.id === selected}
                    title={nameOf(use)}
                    onClick={() => onSelect(use.id === selected ? undefined : use.id)}
                  >
                    {nameOf(use)}
                  </button>
                  {!readOnly && (
                    <button
                      type="button"
                      className="fw-icon-button"
                      aria-label={t('analytics.take_away', { field: nameOf(use) })}
                      title={t('ui.action.remove')}
                      onClick={() => {
                        if (use.id === selected) onSelect(undefined);
                        onEdit(without(use.id));
                      }}
                    >
                      <CloseOutlined />
                    </button>
                  )}
                </span>
              )}
            />
          </div>
        );
      })}
    </div>
  );
}

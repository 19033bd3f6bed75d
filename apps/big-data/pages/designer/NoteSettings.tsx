import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { momentName, stretchName } from '@formwork/chart/look/dates.ts';
import type { ChartResult } from '@formwork/contract/analytics/api.ts';
import type { ChartKind } from '@formwork/contract/analytics/chart.ts';
import { InspectorSection } from '@formwork/ui/designer/designer.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Select } from 'antd';
import { FieldRow } from '../../parts/FieldRow.tsx';
import { TextPair } from '../../parts/TextPair.tsx';
import type { SettingsProps } from './Inspector.tsx';

const noted: readonly ChartKind[] = ['line', 'area', 'bar', 'stacked', 'share', 'combined'];
const most = 50;

interface Props extends SettingsProps {
  /** What the chart shows now: a note stands at one of its places. */
  result: ChartResult | undefined;
}

/** Words at places of the x axis: why a figure is what it is. */
export function NoteSettings({ settings, result, readOnly, onSettings }: Props) {
  const t = useT();
  const { kind, notes } = settings;
  if (!noted.includes(kind)) return null;
  const places = placesOf(settings, result);
  const set = (at: number, part: Partial<(typeof notes)[number]>, group?: string) =>
    onSettings((now) => ({ ...now, notes: now.notes.with(at, { ...now.notes[at]!, ...part }) }), group);
  const first = places.find(({ value }) => !notes.some(({ at }) => at === value));
  return (
    <InspectorSection title={t('analytics.notes')}>
      {notes.map((note, at) => (
        <div key={at} role="group" aria-label={t('analytics.note', { number: at + 1 })}>
          <FieldRow label={t('analytics.note_at')}>
            <span className="chart-tone">
              <Select
                size="small"
                disabled={readOnly}
                aria-label={t('analytics.note_at')}
                value={note.at}
                showSearch={{ optionFilterProp: 'label' }}
                options={places}
                onChange={(place: string) => set(at, { at: place })}
              />
              {!readOnly && (
                <button
                  type="button"
                  className="fw-icon-button"
                  aria-label={t('ui.action.remove')}
                  onClick={() => onSettings((now) => ({ ...now, notes: now.notes.toSpliced(at, 1) }))}
                >
                  <CloseOutlined />
                </button>
              )}
            </span>
          </FieldRow>
          <TextPair
            label={t('analytics.note_text')}
            value={note.text}
            readOnly={readOnly}
            onChange={(text) => set(at, { text }, `note ${at}`)}
          />
        </div>
      ))}
      {!readOnly && first && notes.length < most && (
        <Button
          size="small"
          type="dashed"
          icon={<PlusOutlined />}
          onClick={() =>
            onSettings((now) => ({
              ...now,
              notes: [
                ...now.notes,
                { at: first.value, text: { zh: t('analytics.note', { number: notes.length + 1 }) } },
              ],
            }))
          }
        >
          {t('analytics.note_add')}
        </Button>
      )}
    </InspectorSection>
  );
}

function placesOf({ slots }: SettingsProps['settings'], result: ChartResult | undefined) {
  const at = result?.columns.findIndex(({ id }) => id === slots.x?.[0]?.id) ?? -1;
  const column = result?.columns[at];
  if (!result || !column) return [];
  const keys = new Set(result.rows.flatMap((row) => (row[at] == null ? [] : String(row[at]))));
  return [...keys].map((value) => ({ value, label: column.labels?.[value] ?? nameOfPlace(column, value) }));
}

function nameOfPlace({ kind, step }: ChartResult['columns'][number], value: string): string {
  if (kind === 'moment') return momentName(value);
  return kind === 'date' ? stretchName(value, step) : value;
}

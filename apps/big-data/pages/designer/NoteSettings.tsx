import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { reads } from '@formwork/chart/reads.ts';
import type { ChartResult } from '@formwork/contract/analytics/api.ts';
import { InspectorSection } from '@formwork/ui/designer/designer.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Select } from 'antd';
import { FieldRow } from '../../parts/FieldRow.tsx';
import { TextPair } from '../../parts/TextPair.tsx';
import type { SettingsProps } from './Inspector.tsx';
import { placesOf } from './places.ts';

const most = 50;

interface Props extends SettingsProps {
  /** What the chart shows now: a note stands at one of its places. */
  result: ChartResult | undefined;
}

/** Words at places of the x axis: why a figure is what it is. */
export function NoteSettings({ settings, result, readOnly, onSettings }: Props) {
  const t = useT();
  const { kind, notes } = settings;
  if (!reads[kind].notes) return null;
  const places = placesOf(settings.slots.x?.[0]?.id, result);
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

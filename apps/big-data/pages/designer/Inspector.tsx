import { canStandTogether } from '@formwork/chart/data/together.ts';
import { drawableKinds } from '@formwork/chart/fits.ts';
import { proposals } from '@formwork/chart/proposals.ts';
import { reads, readsHue } from '@formwork/chart/reads.ts';
import type { ChartResult, SourceField } from '@formwork/contract/analytics/api.ts';
import { chartKinds, type ChartKind, type ChartSettings, type ChartSlot } from '@formwork/contract/analytics/chart.ts';
import type { SeenHierarchy } from '@formwork/contract/analytics/hierarchy.ts';
import { InspectorSection } from '@formwork/ui/designer/designer.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { BandSettings } from './BandSettings.tsx';
import { DrillSettings } from './DrillSettings.tsx';
import { findUse } from './edits.ts';
import { HueSettings } from './HueSettings.tsx';
import { kindIcons } from './kind-icons.tsx';
import { LookSettings } from './LookSettings.tsx';
import { MapSettings } from './MapSettings.tsx';
import { MarkSettings } from './MarkSettings.tsx';
import { NoteSettings } from './NoteSettings.tsx';
import { nameOfUse } from '../../parts/name-of-use.ts';
import { UseSettings } from './UseSettings.tsx';

export interface SettingsProps {
  chartId: string;
  settings: ChartSettings;
  fields: readonly SourceField[];
  readOnly: boolean;
  onSettings: (change: (settings: ChartSettings) => ChartSettings, group?: string) => void;
}

interface Props extends SettingsProps {
  selected: string | undefined;
  result: ChartResult | undefined;
  hierarchies: readonly SeenHierarchy[];
  onKind: (kind: ChartKind) => void;
}

const mostProposed = 4;

/** Of the selected field, else of the chart: its kind, look, lines, colours and levels. */
export function Inspector({ selected, result, hierarchies, onKind, ...rest }: Props) {
  const t = useT();
  const locale = useLocale();
  const { settings, fields, readOnly, onSettings } = rest;
  const fieldOf = (id: string) => fields.find((field) => field.id === id);
  const found = selected === undefined ? undefined : findUse(settings, selected);
  if (found)
    return (
      <UseSettings
        key={found.use.id}
        use={found.use}
        name={nameOfUse(found.use, fieldOf, locale, t)}
        fields={fields}
        depth={hierarchies.find(({ tree, fields: [of] }) => tree && of === found.use.field)?.depth}
        offered={offeredTo(settings, found.slot)}
        readOnly={readOnly}
        onUse={(change, group) =>
          onSettings(
            (now) => ({
              ...now,
              slots: {
                ...now.slots,
                [found.slot]: (now.slots[found.slot] ?? []).map((use) => (use.id === found.use.id ? change(use) : use)),
              },
            }),
            group,
          )
        }
      />
    );
  const proposed = proposals(settings, fieldOf, result).slice(0, mostProposed);
  const drawable = drawableKinds(settings, fieldOf);
  return (
    <>
      {proposed.length > 0 && (
        <InspectorSection title={t('analytics.proposed')}>
          <ul className="chart-proposals">
            {proposed.map(({ kind, why, settings: next }) => (
              <li key={why}>
                <button
                  type="button"
                  disabled={readOnly}
                  aria-pressed={kind === settings.kind && !next.slots.facet === !settings.slots.facet}
                  onClick={() => onSettings(() => next)}
                >
                  {kindIcons[kind]}
                  <span>
                    <b>{t(`charts.kind.${kind}`)}</b>
                    <small>{t(`analytics.fit.${why}`)}</small>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </InspectorSection>
      )}
      <InspectorSection title={t('analytics.kind')}>
        <div className="chart-kinds" role="group" aria-label={t('analytics.kind')}>
          {chartKinds.map((kind) => (
            <button
              key={kind}
              type="button"
              disabled={readOnly}
              aria-pressed={kind === settings.kind}
              data-fits={drawable.has(kind) || undefined}
              title={t(`charts.kind.${kind}`)}
              onClick={() => onKind(kind)}
            >
              {kindIcons[kind]}
              <small>{t(`charts.kind.${kind}`)}</small>
            </button>
          ))}
        </div>
      </InspectorSection>
      {settings.kind === 'map' && (
        <InspectorSection title={t('analytics.map_title')}>
          <MapSettings {...rest} />
        </InspectorSection>
      )}
      <LookSettings {...rest} />
      <BandSettings {...rest} />
      <HueSettings {...rest} result={result} />
      <MarkSettings {...rest} />
      <NoteSettings {...rest} result={result} />
      <DrillSettings {...rest} hierarchies={hierarchies} />
    </>
  );
}

/** Options of a use that the kind draws; those who are left over are offered where they have a figure together. */
function offeredTo(settings: ChartSettings, slot: ChartSlot) {
  const { keys = {}, bins } = reads[settings.kind];
  return {
    keys: (keys[slot] ?? []).filter((option) => option !== 'rest' || canStandTogether(settings)),
    hue: readsHue(settings, slot),
    bins: bins === slot,
  };
}

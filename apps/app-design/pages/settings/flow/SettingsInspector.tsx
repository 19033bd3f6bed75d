import type { ProcessGraph, ProcessSettings } from '@formwork/contract/workflow/graph.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { PersonPicker } from '@formwork/web/pickers/PersonPicker.tsx';
import { InputNumber } from 'antd';
import { Line } from '../form/inspector-parts.tsx';
import { ExecutorRules } from './ExecutorRules.tsx';
import { ImportedParts } from './ImportedParts.tsx';

/** What holds for the whole process; shown when nothing is selected. */
export function SettingsInspector({
  graph,
  onChange,
  onGraph,
}: {
  graph: ProcessGraph;
  onChange: (settings: ProcessSettings) => void;
  onGraph: (graph: ProcessGraph) => void;
}) {
  const t = useT();
  const { settings } = graph;
  return (
    <div className="flow-inspector">
      <h2>{t('flow-design.designer.settings')}</h2>
      <h3>{t('flow-design.designer.starters')}</h3>
      <p className="process-quiet">{t('flow-design.designer.starters_help')}</p>
      <ExecutorRules
        rules={settings.starters}
        graph={graph}
        onChange={(starters) => onChange({ ...settings, starters })}
      />
      <h3>{t('flow-design.designer.administrators')}</h3>
      <p className="process-quiet">{t('flow-design.designer.administrators_help')}</p>
      <PersonPicker
        multiple
        aria-label={t('flow-design.designer.administrators')}
        value={settings.administrators}
        onChange={(administrators) => onChange({ ...settings, administrators })}
      />
      <Line label={t('flow-design.designer.urge_every')}>
        <InputNumber
          min={1}
          max={1440}
          value={settings.urgeEveryMinutes}
          onChange={(urgeEveryMinutes) => onChange({ ...settings, urgeEveryMinutes: urgeEveryMinutes ?? 30 })}
        />
      </Line>
      <ImportedParts graph={graph} onChange={onGraph} />
    </div>
  );
}

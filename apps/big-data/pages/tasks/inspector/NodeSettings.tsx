import { isSource, isTarget, type TaskNode, type TaskNodeKind, type TaskNodeOf } from '@formwork/contract/etl/task.ts';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { Known } from '@formwork/etl/graph.ts';
import { InspectorSection, InspectorTitle } from '@formwork/ui/designer/designer.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Input } from 'antd';
import type { ComponentType } from 'react';
import { nodeIcon } from '../node-kinds.tsx';
import { ColumnList } from './ColumnList.tsx';
import { ExchangeSourceSettings } from './exchange-source.tsx';
import {
  CalculateSettings,
  ConvertSettings,
  JsonSettings,
  SelectSettings,
  SplitSettings,
  WindowSettings,
} from './columns.tsx';
import {
  ConditionSettings,
  DedupeSettings,
  SampleSettings,
  SortSettings,
  UnionSettings,
  ValidateSettings,
} from './rows.tsx';
import { AggregateSettings, JoinSettings, LookupSettings, PivotSettings, UnpivotSettings } from './shapes.tsx';
import { FileSourceSettings } from './file-source.tsx';
import { MqttSourceSettings } from './mqtt-source.tsx';
import { ScriptSettings } from './script.tsx';
import { FormSourceSettings, SqlSourceSettings, TableSourceSettings } from './sources.tsx';
import { FileTargetSettings, FormTargetSettings, TableTargetSettings } from './targets.tsx';

export interface SettingsProps<K extends TaskNodeKind = TaskNodeKind> {
  node: TaskNodeOf<K>;
  /** Columns that come in, and those of a second way. */
  columns: readonly DataColumn[];
  other: readonly DataColumn[];
  onChange: (node: TaskNode) => void;
}

// each is given nodes of its own kind alone
const settings = {
  formSource: FormSourceSettings,
  tableSource: TableSourceSettings,
  sqlSource: SqlSourceSettings,
  fileSource: FileSourceSettings,
  exchangeSource: ExchangeSourceSettings,
  mqttSource: MqttSourceSettings,
  filter: ConditionSettings,
  branch: ConditionSettings,
  validate: ValidateSettings,
  sort: SortSettings,
  dedupe: DedupeSettings,
  sample: SampleSettings,
  union: UnionSettings,
  select: SelectSettings,
  calculate: CalculateSettings,
  convert: ConvertSettings,
  split: SplitSettings,
  jsonPath: JsonSettings,
  window: WindowSettings,
  script: ScriptSettings,
  join: JoinSettings,
  lookup: LookupSettings,
  aggregate: AggregateSettings,
  pivot: PivotSettings,
  unpivot: UnpivotSettings,
  formTarget: FormTargetSettings,
  tableTarget: TableTargetSettings,
  fileTarget: FileTargetSettings,
} satisfies Record<TaskNodeKind, ComponentType<never>>;

/** Everything about one node, and the columns that come out of it. */
export function NodeSettings({
  node,
  known,
  readOnly,
  onChange,
}: {
  node: TaskNode;
  known: Known | undefined;
  readOnly: boolean;
  onChange: (node: TaskNode) => void;
}) {
  const t = useT();
  const Settings = settings[node.kind] as unknown as ComponentType<SettingsProps>;
  return (
    <>
      <InspectorTitle icon={nodeIcon(node.kind)}>{t(`etltask.node.${node.kind}`)}</InspectorTitle>
      <fieldset disabled={readOnly} className="etl-settings">
        <InspectorSection>
          <Input
            aria-label={t('etltask.node_title')}
            placeholder={t('etltask.node_title')}
            maxLength={200}
            value={node.title}
            onChange={({ target }) => onChange({ ...node, title: target.value })}
          />
          <p className="etl-quiet">{t(`etltask.help.${node.kind}`)}</p>
          <Settings
            node={node}
            columns={known?.inputs.main?.columns ?? []}
            other={known?.inputs.other?.columns ?? []}
            onChange={onChange}
          />
        </InspectorSection>
      </fieldset>
      {(!isTarget(node) || isSource(node)) && <ColumnList columns={known?.columns ?? []} />}
    </>
  );
}

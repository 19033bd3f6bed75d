import { connectionsApi } from '@formwork/contract/connections/api.ts';
import { isTopicFilter, messagePayloads } from '@formwork/contract/etl/task.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { ColumnsOfTexts } from './file-source.tsx';
import { Choice, Line, NumberLine, SelectLine, TextLine } from './parts.tsx';
import { ColumnsButton } from './sources.tsx';
import type { SettingsProps } from './NodeSettings.tsx';

export function MqttSourceSettings({ node, onChange }: SettingsProps<'mqttSource'>) {
  const t = useT();
  const brokers = useQuery(q(connectionsApi.list, { query: { kind: 'mqtt', limit: 200 } }));
  const isWrong = node.topic !== '' && !isTopicFilter(node.topic);
  return (
    <>
      <SelectLine
        label={t('etltask.connection')}
        none={t('etltask.no_connection')}
        value={node.connection}
        options={brokers.data?.rows.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(connection) => onChange({ ...node, connection })}
      />
      <TextLine
        label={t('etltask.topic')}
        value={node.topic}
        placeholder="plant/+/level"
        help={isWrong ? t('etl.problem.topic_wrong', { topic: node.topic }) : t('etltask.topic_help')}
        onChange={(topic) => onChange({ ...node, topic })}
      />
      <Line label={t('etltask.payload')}>
        <Choice
          label={t('etltask.payload')}
          value={node.payload}
          values={messagePayloads}
          textOf={(one) => t(`etltask.payload.${one}`)}
          onChange={(payload) => onChange({ ...node, payload, columns: [] })}
        />
      </Line>
      <NumberLine
        label={t('etltask.most_messages')}
        min={1}
        max={100_000}
        value={node.most}
        onChange={(most) => onChange({ ...node, most: most ?? 10_000 })}
      />
      <NumberLine
        label={t('etltask.quiet')}
        help={t('etltask.quiet_help')}
        min={1}
        max={600}
        value={node.quiet}
        onChange={(quiet) => onChange({ ...node, quiet: quiet ?? 5 })}
      />
      <ColumnsButton node={node} onChange={onChange} />
      <ColumnsOfTexts node={node} onChange={onChange} />
    </>
  );
}

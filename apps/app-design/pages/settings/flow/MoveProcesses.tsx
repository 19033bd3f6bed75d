import { textIn } from '@formwork/contract/text.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { Migration } from '@formwork/contract/workflow/design.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Modal, Select } from 'antd';
import { useState } from 'react';
import { Line } from '../form/inspector-parts.tsx';

/** Moves what runs on an earlier release to the newest: nodes that are gone are mapped, tried first, and what cannot move stays and is named. */
export function MoveProcesses({
  formId,
  from,
  to,
  onClose,
  onMoved,
}: {
  formId: string;
  from: number;
  to: number;
  onClose: () => void;
  onMoved: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  const { message } = App.useApp();
  const [map, setMap] = useState<Record<string, string>>({});
  const [tried, setTried] = useState<Migration>();
  const old = useQuery(q(workflowApi.releaseGraph, { params: { formId, number: from } }));
  const now = useQuery(q(workflowApi.releaseGraph, { params: { formId, number: to } }));
  const dryRun = useCommand(workflowApi.migrate, { quiet: true, onDone: setTried });
  const move = useCommand(workflowApi.migrate, {
    quiet: true,
    onDone: ({ moved }) => {
      void message.success(t('flow-design.move.done', { count: moved }));
      onMoved();
      onClose();
    },
  });
  const standing = ['start', 'approve', 'fill-in', 'timer', 'automatic', 'sub-process', 'join'];
  const there = now.data?.graph.nodes.filter((node) => standing.includes(node.kind)) ?? [];
  const gone =
    old.data?.graph.nodes.filter((node) => standing.includes(node.kind) && !there.some(({ id }) => id === node.id)) ??
    [];
  const nodeName = (id: string) => textIn(old.data?.graph.nodes.find((node) => node.id === id)?.name, locale) || id;
  const run = (command: typeof move, trying: boolean) =>
    void command.run({ params: { formId, number: to }, body: { from, map, dryRun: trying } });
  return (
    <Modal
      open
      title={t('flow-design.move.title', { from, to })}
      onCancel={onClose}
      footer={[
        <Button key="try" loading={dryRun.pending} onClick={() => run(dryRun, true)}>
          {t('flow-design.move.try')}
        </Button>,
        <Button
          key="move"
          type="primary"
          disabled={!tried || tried.moved === 0}
          loading={move.pending}
          onClick={() => run(move, false)}
        >
          {t('flow-design.move.move')}
        </Button>,
      ]}
    >
      <div className="process-dialog">
        <p>{t('flow-design.move.help')}</p>
        {old.isPending || now.isPending ? (
          <SkeletonRows rows={3} columns={1} />
        ) : (
          gone.map((node) => (
            <Line key={node.id} label={t('flow-design.move.gone', { name: textIn(node.name, locale) })}>
              <Select
                allowClear
                value={map[node.id]}
                placeholder={t('flow-design.move.nowhere')}
                options={there.map((one) => ({ value: one.id, label: textIn(one.name, locale) }))}
                onChange={(target: string | undefined) => {
                  setTried(undefined);
                  setMap((before) => {
                    const { [node.id]: _, ...rest } = before;
                    return target ? { ...rest, [node.id]: target } : rest;
                  });
                }}
              />
            </Line>
          ))
        )}
        {tried && (
          <Alert
            type={tried.refused.length > 0 ? 'warning' : 'success'}
            showIcon
            title={t('flow-design.move.tried', { moved: tried.moved, refused: tried.refused.length })}
            description={
              <ul>
                {tried.refused.slice(0, 20).map((one) => (
                  <li key={one.instanceId}>
                    {one.title || t('flow-design.move.untitled')}:{' '}
                    {one.hindrances
                      .map((each) => t(`flow-design.move.why_${each.why}`, { name: nodeName(each.node) }))
                      .join('；')}
                  </li>
                ))}
              </ul>
            }
          />
        )}
        {(dryRun.errorText ?? move.errorText) && (
          <Alert type="error" showIcon title={dryRun.errorText ?? move.errorText} />
        )}
      </div>
    </Modal>
  );
}

import { workflowApi } from '@formwork/contract/workflow/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { call } from '@formwork/web/http/call.ts';
import { Failed } from '@formwork/web/http/Failed.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Drawer } from 'antd';
import { useState } from 'react';
import { Comparison, type Version } from './Comparison.tsx';
import { MoveProcesses } from './MoveProcesses.tsx';

interface Props {
  formId: string;
  /** The draft. */
  graph: ProcessGraph;
  form: FormDefinition;
  readOnly: boolean;
  onRestore: (graph: ProcessGraph) => void;
  onClose: () => void;
}

/** The releases of a process: what came with each, back to one, and what still runs on an earlier one. */
export function FlowReleases({ formId, graph, form, readOnly, onRestore, onClose }: Props) {
  const t = useT();
  const locale = useLocale();
  const { modal, message } = App.useApp();
  const releases = useQuery({ ...q(workflowApi.releases, { params: { formId } }), staleTime: 0 });
  const running = useQuery({ ...q(workflowApi.runningReleases, { params: { formId } }), staleTime: 0 });
  const [compared, setCompared] = useState<{ from: Version; to: Version }>();
  const [moving, setMoving] = useState<number>();
  const numbers = releases.data?.map(({ number }) => number) ?? [];
  const restore = (number: number) =>
    modal.confirm({
      title: t('flow-design.release.restore_title', { number }),
      content: t('flow-design.release.restore_hint'),
      okText: t('flow-design.release.restore'),
      onOk: async () => {
        const { graph: old } = await call(workflowApi.releaseGraph, { params: { formId, number } });
        onRestore(old);
        void message.success(t('flow-design.release.restored', { number }));
        onClose();
      },
    });
  return (
    <Drawer open size={560} title={t('flow-design.release.title')} onClose={onClose}>
      {releases.isPending ? (
        <SkeletonRows rows={4} columns={1} />
      ) : releases.isError ? (
        <Failed small query={releases} />
      ) : releases.data.length === 0 ? (
        <EmptyState title={t('flow-design.release.empty')} hint={t('flow-design.designer.release_hint')} />
      ) : (
        <div className="flow-releases">
          {compared && (
            <Comparison
              formId={formId}
              draft={graph}
              form={form}
              numbers={numbers}
              {...compared}
              onChange={(from, to) => setCompared({ from, to })}
            />
          )}
          {releases.data.map((release) => {
            const runs = running.data?.find((one) => one.release === release.number)?.count ?? 0;
            return (
              <article key={release.number}>
                <header>
                  <span>
                    <b>{t('design.release.number', { number: release.number })}</b> {release.releasedBy.name}{' '}
                    <Time at={release.releasedAt} locale={locale} />
                  </span>
                  <span>
                    <Button size="small" type="text" onClick={() => setCompared({ from: release.number, to: 'draft' })}>
                      {t('flow-design.release.compare')}
                    </Button>
                    {!readOnly && (
                      <Button size="small" type="text" onClick={() => void restore(release.number)}>
                        {t('flow-design.release.restore')}
                      </Button>
                    )}
                    {!readOnly && runs > 0 && release.number !== numbers[0] && (
                      <Button size="small" type="text" onClick={() => setMoving(release.number)}>
                        {t('flow-design.release.move')}
                      </Button>
                    )}
                  </span>
                </header>
                <p>
                  {[release.note, runs > 0 ? t('flow-design.release.running', { count: runs }) : '']
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </article>
            );
          })}
        </div>
      )}
      {moving !== undefined && (
        <MoveProcesses
          formId={formId}
          from={moving}
          to={numbers[0]!}
          onClose={() => setMoving(undefined)}
          onMoved={() => void running.refetch()}
        />
      )}
    </Drawer>
  );
}

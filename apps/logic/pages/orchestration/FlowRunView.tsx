import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { flowKind } from '@formwork/contract/orchestration/flow-kind.ts';
import { orchestrationApi } from '@formwork/contract/orchestration/api.ts';
import type { Flow } from '@formwork/contract/rules/flow.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { isOver } from '@formwork/contract/runs/run.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { MenuButton } from '@formwork/ui/frame/menu.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { addressOf } from '@formwork/web/http/call.ts';
import { q, refresh } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useLive } from '@formwork/web/live/use-live.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { spanText } from '@formwork/web/runs/RunState.tsx';
import { RunViewer } from '@formwork/web/runs/RunViewer.tsx';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo } from 'react';
import { offered } from '../../flows.ts';
import { toCanvas } from './canvas-flow.ts';
import { nodeTypes, withGone } from './node-types.tsx';

/** A run on its picture, with what it waits for and what may be done with it. */
export function FlowRunView({ id }: { id: string }) {
  const t = useT();
  const locale = useLocale();
  const router = useRouter();
  const elements = useElements('orchestrationRuns');
  const params = { flowRunId: id };
  const run = useQuery(q(runsApi.get, { params: { runId: id } })).data;
  const over = run !== undefined && isOver(run.state);
  const stand = useQuery({ ...q(orchestrationApi.stand, { params }), refetchInterval: over ? false : 3_000 }).data;
  useLive(`run:${id}`, () => void refresh(orchestrationApi.stand));
  const released = useQuery({
    ...q(definitionsApi.getRelease, {
      params: { kind: flowKind.kind, id: run?.definition ?? '', number: run?.release ?? 0 },
    }),
    enabled: typeof run?.definition === 'string' && run.release !== null,
  }).data;
  const { data } = useQuery(offered());
  const known = useQuery(q(orchestrationApi.runs, { query: { search: id, limit: 1 } })).data?.rows[0];
  const flow = released?.body as Flow | undefined;
  const picture = useMemo(() => {
    if (!flow) return undefined;
    const types = withGone(nodeTypes(data?.actions ?? [], t, locale), flow.nodes, t);
    const graph = toCanvas(flow, (type) => types[type]?.title ?? type, t);
    return { graph, types, current: stand?.open.map(({ node }) => node) ?? [] };
  }, [flow, data, stand, t, locale]);
  const refreshing = [orchestrationApi.stand, runsApi.get, runsApi.steps, orchestrationApi.runs];
  const pause = useCommand(orchestrationApi.pause, { refresh: refreshing });
  const replay = useCommand(orchestrationApi.replay, { refresh: refreshing });
  const again = async () => {
    const made = await replay.run({ params });
    if (made) await router.go(pathTo('orchestrationRuns', { id: made.run }));
  };
  const nodes = Object.entries(stand?.nodes ?? {}).toSorted(([, a], [, b]) => b.ms - a.ms);
  const nameOf = (node: string) => picture?.graph.nodes.find((one) => one.id === node)?.title ?? node;
  return (
    <RunViewer
      runId={id}
      title={known?.name ? textIn(known.name, locale) : undefined}
      back={pathTo('orchestrationRuns', {})}
      picture={() => picture}
      actions={
        <>
          {stand?.can.pause && (
            <Button loading={pause.pending} onClick={() => void pause.run({ params, body: { paused: true } })}>
              {t('flows.pause')}
            </Button>
          )}
          {stand?.can.resume && (
            <Button loading={pause.pending} onClick={() => void pause.run({ params, body: { paused: false } })}>
              {t('flows.resume')}
            </Button>
          )}
          {run?.state === 'failed' && <Rerun id={id} />}
          {over && elements.shows('tools', 'replay') && (
            <Button loading={replay.pending} onClick={() => void again()}>
              {elements.title('tools', 'replay', t('flows.replay'))}
            </Button>
          )}
          {elements.shows('tools', 'export') && (
            <Button href={addressOf(orchestrationApi.export, { params })} download>
              {elements.title('tools', 'export', t('flows.export'))}
            </Button>
          )}
        </>
      }
      facts={
        <>
          {known?.name && elements.shows('facts', 'flow') && (
            <Link className="flow-of-run" href={pathTo('orchestrationDesigner', { id: known.definition })}>
              {elements.title('facts', 'flow', t('flows.to_flow'))}
            </Link>
          )}
          {elements.shows('facts', 'open') && stand && (stand.open.length > 0 || stand.paused || stand.limited) && (
            <p className="flow-open" role="status">
              {stand.paused && <strong>{t('flows.paused')}</strong>}
              {stand.limited && <span>{t('flows.limited')}</span>}
              {stand.open.map(({ key, node, kind, due, attempt }) => (
                <span key={key}>
                  {t(`flows.open.${kind}`, { name: nameOf(node), attempt })}{' '}
                  {due !== null && <Time at={due} locale={locale} />}
                </span>
              ))}
            </p>
          )}
          {nodes.length > 0 && over && elements.shows('facts', 'cost') && (
            <details className="flow-cost">
              <summary>{t('flows.cost')}</summary>
              <ul>
                {nodes.slice(0, 20).map(([node, cost]) => (
                  <li key={node}>
                    {t('flows.cost_of', {
                      name: nameOf(node),
                      took: spanText(cost.ms, t),
                      passes: cost.passes,
                      failed: cost.failed,
                    })}
                  </li>
                ))}
              </ul>
            </details>
          )}
        </>
      }
    />
  );
}

/** On its own release, or on a newer one where all that it passed is the same there. */
function Rerun({ id }: { id: string }) {
  const t = useT();
  const params = { flowRunId: id };
  const { data } = useQuery(q(orchestrationApi.rerunChoices, { params }));
  const rerun = useCommand(orchestrationApi.rerun, {
    refresh: [orchestrationApi.stand, orchestrationApi.rerunChoices, runsApi.get, runsApi.steps, orchestrationApi.runs],
  });
  if (!data) return undefined;
  return (
    <MenuButton
      label={t('flows.rerun')}
      items={data.map(({ release, differs }) => ({
        id: String(release),
        title: t('flows.rerun_on', { release }),
        ...(differs.length > 0 && {
          disabled: true,
          reason: t('flows.rerun_differs', { names: differs.map(({ name }) => name).join('、') }),
        }),
        onSelect: () => void rerun.run({ params, body: { release } }),
      }))}
    >
      {t('flows.rerun')}
    </MenuButton>
  );
}

import { assetsApi } from '@formwork/contract/assets/api.ts';
import { openLineageApi } from '@formwork/contract/assets/open-lineage.ts';
import { lineageDirections, type LineageDirection } from '@formwork/contract/assets/lineage.ts';
import { dateText, instantFromWall } from '@formwork/contract/forms/values/dates.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { useTimeZone } from '@formwork/ui/format/time-zone.ts';
import { Page } from '@formwork/ui/frame/page.tsx';
import { usePhone } from '@formwork/ui/skin/use-media.ts';
import { Arranged } from '@formwork/web/elements/arranged.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { documentAddress } from '@formwork/web/http/call.ts';
import { startDownload } from '@formwork/web/http/start-download.ts';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { DayInput } from '@formwork/web/inputs/DayInput.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { usePage, useQueryText, useRouter } from '@formwork/web/router/page-context.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Dropdown, Select, Switch } from 'antd';
import { useRef, useState } from 'react';
import { AssetChoice } from './AssetChoice.tsx';
import { AssetDrawer } from './AssetDrawer.tsx';
import { ColumnOf, EdgeDialog } from './lineage/EdgeDialog.tsx';
import { LineageList } from './lineage/LineageList.tsx';
import { LineageOverview } from './lineage/LineageOverview.tsx';
import { LineagePicture } from './lineage/LineagePicture.tsx';
import { PathSteps } from './lineage/PathSteps.tsx';
import { ReceiversDrawer } from './ReceiversDrawer.tsx';
import './assets.css';

/** More nodes than that are drawn as one picture. */
const mostOnCanvas = 150;

/** Where things come from and what comes from them; the way from one to another; and edges that only people know. */
export default function LineagePage() {
  const t = useT();
  const locale = useLocale();
  const router = useRouter();
  const { params } = usePage();
  const start = Number(params.assetId) || undefined;
  const [depthText = '2', setDepth] = useQueryText('depth');
  const [directionText, setDirection] = useQueryText('direction');
  const [columns, setColumns] = useQueryText('columns');
  const [day, setAt] = useQueryText('at');
  const [toText, setTo] = useQueryText('to');
  const [columnText, setColumn] = useQueryText('column');
  const [listed, setListed] = useQueryText('list');
  const [receivers, setReceivers] = useQueryText('receivers');
  const [opened, setOpened] = useState<number>();
  const [adding, setAdding] = useState(false);
  const exporting = useRef<HTMLButtonElement>(null);
  const elements = useElements('assetLineage');
  const zone = useTimeZone();
  const depth = Math.min(20, Math.max(1, Number(depthText) || 2));
  const direction: LineageDirection = lineageDirections.find((one) => one === directionText) ?? 'both';
  const to = Number(toText) || undefined;
  const column = Number(columnText) || undefined;
  const at = dateText(day);
  // the end of that day by the clock of the enterprise
  const moment = at === undefined ? undefined : instantFromWall(`${at}T23:59:59`, zone);
  // the whole way, also where the picture shows some steps of it
  const exported = {
    ...(start !== undefined && { asset: start, direction }),
    ...(moment !== undefined && { at: moment }),
  };
  const lineage = useQuery({
    ...q(assetsApi.lineage, {
      query: {
        ...(start !== undefined && { asset: start }),
        depth,
        direction,
        // of one column only: which columns it meets is the question
        columns: columns === 'yes' || column !== undefined,
        ...(start !== undefined && column !== undefined && { column }),
        ...(moment !== undefined && { at: moment }),
      },
    }),
    placeholderData: keepPreviousData,
  });
  const { data } = lineage;
  // a phone has no room for the picture: there it is asked for
  const phone = usePhone();
  const asList = listed === undefined ? phone : listed === 'yes';
  const first = data?.nodes.find(({ id }) => id === data.start);
  return (
    <Page
      fill
      flush
      title={first ? `${t('assets.lineage.title')}: ${textIn(first.title, locale)}` : t('assets.lineage.title')}
      actions={
        <>
          {elements.shows('tools', 'receivers') && (
            <Button onClick={() => setReceivers('yes')}>
              {elements.title('tools', 'receivers', t('assets.receivers'))}
            </Button>
          )}
          {elements.shows('tools', 'export') && (
            <Dropdown
              trigger={['click']}
              autoFocus
              menu={{
                items: (['csv', 'openlineage'] as const).map((format) => ({
                  key: format,
                  label: t(`assets.lineage.export.${format}`),
                  onClick: ({ domEvent }) => {
                    // Enter would press the button that has the focus next
                    domEvent.preventDefault();
                    startDownload(documentAddress(openLineageApi.export, { query: { ...exported, format } }));
                    exporting.current?.focus();
                  },
                })),
              }}
            >
              <Button ref={exporting}>{elements.title('tools', 'export', t('assets.lineage.export'))}</Button>
            </Dropdown>
          )}
          {elements.shows('tools', 'edge') && (
            <Button onClick={() => setAdding(true)}>{elements.title('tools', 'edge', t('assets.edge.add'))}</Button>
          )}
        </>
      }
    >
      <div className="asset-lineage">
        <div className="asset-line">
          <AssetChoice
            label={t('assets.lineage.start')}
            value={start}
            onChange={(id) => void router.go(pathTo('assetLineage', id === undefined ? {} : { assetId: String(id) }))}
          />
          {start !== undefined && (
            <Arranged of={elements} group="steering">
              <Select
                key="direction"
                aria-label={t('assets.lineage.direction')}
                value={direction}
                onChange={(next) => setDirection(next === 'both' ? undefined : next)}
                options={lineageDirections.map((value) => ({ value, label: t(`assets.lineage.${value}`) }))}
              />
              <Select
                key="depth"
                aria-label={t('assets.lineage.depth')}
                value={depth}
                onChange={(next) => setDepth(String(next))}
                options={[1, 2, 3, 4, 5, 8, 20].map((value) => ({
                  value,
                  label: t('assets.lineage.steps', { count: value }),
                }))}
              />
              <label key="columns" className="asset-line">
                <Switch
                  size="small"
                  checked={columns === 'yes' || column !== undefined}
                  disabled={column !== undefined}
                  onChange={(on) => setColumns(on ? 'yes' : undefined)}
                />
                {elements.title('steering', 'columns', t('assets.lineage.columns'))}
              </label>
              <ColumnOf
                key="column"
                label={t('assets.impact.column')}
                asset={start}
                value={column}
                onChange={(id) => setColumn(id === undefined ? undefined : String(id))}
              />
              <AssetChoice
                key="to"
                label={elements.title('steering', 'to', t('assets.lineage.to'))}
                value={to}
                onChange={(id) => setTo(id === undefined ? undefined : String(id))}
              />
            </Arranged>
          )}
          <Arranged of={elements} group="looks">
            <label key="at" className="asset-line">
              {elements.title('looks', 'at', t('assets.lineage.at'))}
              <span className="asset-day">
                <DayInput value={at} onChange={(next) => setAt(next ?? undefined)} />
              </span>
            </label>
            <label key="list" className="asset-line">
              <Switch
                size="small"
                checked={asList}
                onChange={(on) => setListed(on === phone ? undefined : on ? 'yes' : 'no')}
              />
              {elements.title('looks', 'list', t('assets.lineage.list'))}
            </label>
          </Arranged>
          {data && data.hidden > 0 && (
            <span className="asset-note" role="status">
              {t('assets.hidden', { count: data.hidden })}
            </span>
          )}
          {data?.cut && <span className="asset-note">{t('assets.lineage.cut')}</span>}
        </div>
        <div className="asset-picture">
          {!data ? (
            <Unread of={[lineage]} skeleton={<SkeletonRows rows={8} />} />
          ) : start !== undefined && to !== undefined ? (
            <PathSteps from={start} fromColumn={column} to={to} at={moment} onOpen={setOpened} />
          ) : data.nodes.length === 0 ? (
            <EmptyState title={t('assets.lineage.none')} hint={t('assets.lineage.none_hint')} />
          ) : asList && data.edges.length > 0 ? (
            <LineageList graph={data} onOpen={setOpened} />
          ) : data.nodes.length > mostOnCanvas ? (
            <LineageOverview graph={data} onOpen={setOpened} />
          ) : (
            <LineagePicture graph={data} onOpen={setOpened} />
          )}
        </div>
      </div>
      {opened !== undefined && <AssetDrawer key={opened} id={opened} onClose={() => setOpened(undefined)} />}
      {receivers === 'yes' && <ReceiversDrawer onClose={() => setReceivers(undefined)} />}
      {adding && <EdgeDialog from={start} onClose={() => setAdding(false)} />}
    </Page>
  );
}

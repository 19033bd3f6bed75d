import { CloseOutlined, FullscreenExitOutlined, FullscreenOutlined, ReloadOutlined } from '@ant-design/icons';
import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import type { Dashboard } from '@formwork/contract/analytics/definition.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn, type Text } from '@formwork/contract/text.ts';
import { SkeletonPage } from '@formwork/ui/feedback/state.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { PanelGrid } from '@formwork/ui/panels/panel-grid.tsx';
import { useSkin } from '@formwork/ui/skin/skin-provider.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { documentAddress } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { refresh } from '@formwork/web/http/query.ts';
import { useReading } from '@formwork/web/http/read-of.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { FavouriteStar } from '@formwork/web/resources/FavouriteStar.tsx';
import { useParams, usePageTitle, useQueryText } from '@formwork/web/router/page-context.ts';
import { Button } from 'antd';
import { Fragment, useRef } from 'react';
import { useAddressState } from '../../parts/address-state.ts';
import '../../parts/analytics.css';
import { panelsOn } from '@formwork/chart-ui/boards/board-pages.ts';
import { drillsOf, nothingChosen, picksFor, withKey, type Chosen } from '../../parts/chosen.ts';
import { ExportMenu } from '../../parts/ExportMenu.tsx';
import { GoButton } from '../../parts/GoButton.tsx';
import { PageMenu } from '../../parts/PageMenu.tsx';
import { TalkButton } from '../../parts/TalkButton.tsx';
import { ToldButton } from '../../parts/told/ToldButton.tsx';
import { useLook } from '../../parts/use-look.ts';
import { useJump } from '../../parts/use-jump.ts';
import { Jumping } from '@formwork/chart-ui/boards/jumping.tsx';
import { StillPanel } from '@formwork/chart-ui/boards/StillPanel.tsx';
import { useFullScreen } from '@formwork/chart-ui/boards/use-full-screen.ts';
import { dashboard } from '../../readings.ts';
import { ChartPanel } from './ChartPanel.tsx';
import { FilterControl } from './FilterControl.tsx';

/** A released dashboard, each panel by the viewer's own rights. */
export default function DashboardPage() {
  const t = useT();
  const { id = '' } = useParams();
  const board = useReading(dashboard);
  if (!board.data) {
    const refused = isApiError(board.error) ? errorText(board.error, t) : undefined;
    return <Unread of={[board]} refused={refused} skeleton={<SkeletonPage />} />;
  }
  const { name, definition, mayEdit } = board.data;
  return <Board key={id} id={id} name={name} board={definition} mayEdit={mayEdit} />;
}

interface Props {
  id: string;
  name: Text;
  board: Dashboard;
  mayEdit: boolean;
}

function Board({ id, name, board, mayEdit }: Props) {
  const t = useT();
  const locale = useLocale();
  const [page, setPage] = useQueryText('page');
  const [chosen, setChosen] = useAddressState<Chosen>('v', nothingChosen);
  const frame = useRef<HTMLDivElement>(null);
  const { full, toggle } = useFullScreen(frame);
  const jump = useJump();
  const elements = useElements('dashboard');
  const { dark } = useSkin();
  const picks = picksFor(board, chosen, undefined);
  const drills = drillsOf(chosen);
  const tools = {
    refresh: (
      <Button
        icon={<ReloadOutlined />}
        aria-label={t('analytics.refresh')}
        title={t('analytics.refresh')}
        onClick={() => void refresh(analyticsApi.panel, analyticsApi.filterValues, analyticsApi.dashboard)}
      />
    ),
    fullScreen: (
      <Button
        icon={full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
        aria-label={t('charts.full_screen')}
        title={t('charts.full_screen')}
        onClick={toggle}
      />
    ),
    export: (
      <ExportMenu
        addressOf={(format) =>
          documentAddress(analyticsApi.dashboardFile, {
            params: { dashboardId: id },
            query: {
              format,
              dark,
              ...(picks.length > 0 && { picks: JSON.stringify(picks) }),
              ...(drills !== undefined && { drills }),
            },
          })
        }
      />
    ),
  };
  const title = textIn(name, locale);
  usePageTitle(title);
  useLook('dashboard', id);
  const [shown, panels] = panelsOn(board, page);
  const picked = Object.entries(chosen.x);
  const isNarrowed = picked.length > 0 || Object.keys(chosen.f).length > 0;
  return (
    <Page
      fill
      flush
      title={title}
      back={pathTo('dashboards', {}, { tab: 'dashboards' })}
      {...(board.pages.length > 1 && {
        tabs: board.pages.map((one) => ({ id: one.id, title: textIn(one.title, locale) })),
        tab: shown ?? '',
        onTab: (next: string) => setPage(next),
      })}
      actions={
        <>
          <FavouriteStar className="fw-icon-button analytics-framed" kind="dashboard" id={id} title={title} />
          {elements
            .arranged('tools', [{ id: 'refresh' }, { id: 'fullScreen' }, { id: 'export' }])
            .map(({ id: tool }) => (
              <Fragment key={tool}>{tools[tool]}</Fragment>
            ))}
          <TalkButton kind="dashboard" thing={id} name={title} />
          <ToldButton kind="dashboard" thing={id} name={title} mayEdit={mayEdit} />
          {mayEdit && <GoButton href={pathTo('combinedDesigner', { id })}>{t('analytics.edit')}</GoButton>}
          <PageMenu
            kind="dashboard"
            thing={id}
            name={title}
            mayEdit={mayEdit}
            fixed={picks}
            filters={board.filters.map((filter) => filter.id)}
          />
        </>
      }
    >
      <div ref={frame} className="analytics-full">
        {(board.filters.length > 0 || picked.length > 0) && (
          <div className="analytics-filters" role="group" aria-label={t('analytics.filters')}>
            {board.filters.map((filter) => (
              <FilterControl
                key={filter.id}
                dashboardId={id}
                board={board}
                filter={filter}
                chosen={chosen}
                onValue={(value) => setChosen({ ...chosen, f: withKey(chosen.f, filter.id, value) })}
              />
            ))}
            {picked.map(([panel, pick]) => (
              <span key={panel} className="analytics-chip">
                <span>{pick.name}</span>
                <button
                  type="button"
                  className="fw-icon-button"
                  aria-label={t('analytics.let_go', { what: pick.name })}
                  onClick={() => setChosen({ ...chosen, x: withKey(chosen.x, panel, undefined) })}
                >
                  <CloseOutlined />
                </button>
              </span>
            ))}
            {isNarrowed && (
              <button
                type="button"
                className="analytics-tool"
                onClick={() => setChosen({ ...nothingChosen, d: chosen.d })}
              >
                {t('analytics.clear')}
              </button>
            )}
          </div>
        )}
        <Jumping value={jump}>
          <div className="analytics-board">
            <PanelGrid
              key={shown}
              places={panels.map((panel) => ({ id: panel.id, ...panel.place }))}
              phone={board.phone}
            >
              {(panelId) => {
                const panel = panels.find((one) => one.id === panelId)!;
                return panel.is === 'chart' ? (
                  <ChartPanel
                    dashboardId={id}
                    board={board}
                    panel={panel}
                    chosen={chosen}
                    onLevels={(levels) =>
                      setChosen({
                        ...chosen,
                        x: withKey(chosen.x, panelId, undefined),
                        d: withKey(chosen.d, panelId, levels.length === 0 ? undefined : levels),
                      })
                    }
                    onPick={(from, pick) => setChosen({ ...chosen, x: withKey(chosen.x, from, pick) })}
                  />
                ) : (
                  <StillPanel panel={panel} />
                );
              }}
            </PanelGrid>
          </div>
        </Jumping>
      </div>
    </Page>
  );
}

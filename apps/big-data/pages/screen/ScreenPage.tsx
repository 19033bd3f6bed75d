import { ClearOutlined, EditOutlined, FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import { analyticsApi, type SavedFormat } from '@formwork/contract/analytics/api.ts';
import { filtersOfScreen, type Screen, type ScreenElement } from '@formwork/contract/analytics/screen.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { SkeletonPage } from '@formwork/ui/feedback/state.tsx';
import { SurfaceView } from '@formwork/ui/surface/surface-view.tsx';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { documentAddress } from '@formwork/web/http/call.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { FavouriteStar } from '@formwork/web/resources/FavouriteStar.tsx';
import { useParams, usePageTitle, useRouter } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useMemo } from 'react';
import { ElementView } from '@formwork/chart-ui/boards/elements/ElementView.tsx';
import { Jumping } from '@formwork/chart-ui/boards/jumping.tsx';
import { Stage } from '@formwork/chart-ui/boards/Stage.tsx';
import { useAddressState } from '../../parts/address-state.ts';
import { drillsOf, nothingChosen, picksFor, type Chosen } from '../../parts/chosen.ts';
import { screen as screenRead } from '../../readings.ts';
import { filmAt } from '../../parts/film-at.ts';
import { OwnElementChart } from '../../parts/OwnElementChart.tsx';
import { OwnElementFilter } from '../../parts/OwnElementFilter.tsx';
import { ScreenChosen } from '../../parts/screen-choice.ts';
import { TalkButton } from '../../parts/TalkButton.tsx';
import { useJump } from '../../parts/use-jump.ts';
import { useLook } from '../../parts/use-look.ts';
import { ExportMenu } from '../../parts/ExportMenu.tsx';
import { PageMenu } from '../../parts/PageMenu.tsx';
import { ToldButton } from '../../parts/told/ToldButton.tsx';
import { useFullScreen } from '@formwork/chart-ui/boards/use-full-screen.ts';

/** A released screen, as large as the display allows. */
export default function ScreenPage() {
  const t = useT();
  const locale = useLocale();
  const { id = '' } = useParams();
  const reading = useQuery({
    ...screenRead.options({ params: { id }, query: {} }),
    // a display on a wall takes a new release by itself
    refetchInterval: 60_000,
  });
  const name = textIn(reading.data?.name, locale);
  usePageTitle(name || undefined);
  useEndFullScreen();
  useLook('screen', id);
  if (!reading.data) {
    const refused = isApiError(reading.error) ? errorText(reading.error, t) : undefined;
    return <Unread of={[reading]} refused={refused} skeleton={<SkeletonPage />} />;
  }
  return <Shown key={id} id={id} screen={reading.data.definition} name={name} mayEdit={reading.data.mayEdit} />;
}

/** The next screen in turn fills the display as well; any other page does not. */
function useEndFullScreen(): void {
  const router = useRouter();
  useEffect(
    () => () => {
      const { pages, active } = router.state();
      const shown = pages.find(({ key }) => key === active);
      if (document.fullscreenElement === wholeDisplay.current && shown?.match?.route.id !== 'screen')
        void document.exitFullscreen().catch(() => undefined);
    },
    [router],
  );
}

function Shown({ id, screen, name, mayEdit }: { id: string; screen: Screen; name: string; mayEdit: boolean }) {
  const t = useT();
  const router = useRouter();
  const jump = useJump();
  const { full, toggle } = useFullScreen(wholeDisplay);
  const { next, refresh } = screen;
  const following = next?.screen;
  const seconds = next?.seconds;
  const [chosen, setChosen] = useAddressState<Chosen>('v', nothingChosen);
  useEffect(() => {
    if (following === undefined || seconds === undefined) return;
    const timer = setTimeout(
      () => void router.go(pathTo('screen', { id: following }), { replace: true }),
      seconds * 1000,
    );
    return () => clearTimeout(timer);
    // whoever chooses something has the whole time again to look at it
  }, [following, seconds, router, chosen]);
  const filters = useMemo(() => filtersOfScreen(screen), [screen]);
  const byId = useMemo(() => new Map(screen.elements.map((element) => [element.id, element])), [screen]);
  // an address may hold choices in charts that are gone or narrow nothing any more: nobody could let go of them
  const held = useMemo(
    () => ({ ...chosen, x: Object.fromEntries(Object.entries(chosen.x).filter(([at]) => narrows(byId.get(at)))) }),
    [chosen, byId],
  );
  const choice = { screen: id, filters, chosen: held, onChosen: setChosen };
  const addressOf = (format: SavedFormat): string => {
    const picks = picksFor(choice, held, undefined);
    const drills = drillsOf(held);
    return documentAddress(analyticsApi.screenFile, {
      params: { screenId: id },
      query: {
        format,
        ...(picks.length > 0 && { picks: JSON.stringify(picks) }),
        ...(drills !== undefined && { drills }),
      },
    });
  };
  const draw = useMemo(
    () => (elementId: string, scale: number) => (
      <ElementView element={byId.get(elementId)!} screen={id} every={refresh} scale={scale} onFullScreen={toggle} />
    ),
    // oxlint-disable-next-line react/exhaustive-deps -- the toggle acts on the same frame whenever it was made
    [byId, id, refresh],
  );
  return (
    <div className="screen-page">
      <Jumping value={jump}>
        <ScreenChosen value={choice}>
          <Stage
            ground={screen.ground}
            backdrop={screen.backdrop}
            charts={OwnElementChart}
            filters={OwnElementFilter}
            filmAt={filmAt}
          >
            <SurfaceView
              size={{ width: screen.width, height: screen.height }}
              fit={screen.fit}
              boxes={screen.elements}
              draw={draw}
            />
          </Stage>
        </ScreenChosen>
      </Jumping>
      <div className="screen-tools">
        {Object.keys(held.x).length > 0 && (
          <Button
            icon={<ClearOutlined />}
            aria-label={t('analytics.clear')}
            title={t('analytics.clear')}
            onClick={() => setChosen({ ...held, x: {} })}
          />
        )}
        {!full && <FavouriteStar className="fw-icon-button analytics-framed" kind="screen" id={id} title={name} />}
        {!full && <ExportMenu addressOf={addressOf} />}
        {!full && <ToldButton kind="screen" thing={id} name={name} mayEdit={mayEdit} />}
        {!full && <TalkButton kind="screen" thing={id} name={name} />}
        {mayEdit && !full && (
          <Button
            icon={<EditOutlined />}
            aria-label={t('analytics.edit')}
            title={t('analytics.edit')}
            onClick={() => void router.go(pathTo('combinedDesigner', { id }, { kind: 'screen' }))}
          />
        )}
        {!full && (
          <PageMenu kind="screen" thing={id} name={name} mayEdit={mayEdit} fixed={picksFor(choice, held, undefined)} />
        )}
        <Button
          icon={full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
          aria-label={t('charts.full_screen')}
          title={t('charts.full_screen')}
          onClick={toggle}
        />
      </div>
    </div>
  );
}

const narrows = (element: ScreenElement | undefined): boolean =>
  element?.is === 'chart' && element.chart !== null && (element.click ?? 'filter') === 'filter';
/** The page as a whole: the next screen in turn fills the display as this one does. */
const wholeDisplay = { current: document.documentElement };

import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import type { ElementChartProps } from '@formwork/chart-ui/boards/elements/element.tsx';
import { ElementView } from '@formwork/chart-ui/boards/elements/ElementView.tsx';
import { Stage } from '@formwork/chart-ui/boards/Stage.tsx';
import { useFullScreen } from '@formwork/chart-ui/boards/use-full-screen.ts';
import type { Screen } from '@formwork/contract/analytics/screen.ts';
import { SurfaceView } from '@formwork/ui/surface/surface-view.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button } from 'antd';
import { useMemo, useRef } from 'react';
import { useSharedChart } from './opening.ts';

/** A screen, as large as the display allows. */
export function SharedScreen({ screen }: { screen: Screen }) {
  const t = useT();
  const frame = useRef<HTMLDivElement>(null);
  const { full, toggle } = useFullScreen(frame);
  const byId = useMemo(() => new Map(screen.elements.map((element) => [element.id, element])), [screen]);
  const draw = useMemo(
    () => (id: string, scale: number) => (
      <ElementView element={byId.get(id)!} screen="shared" every={screen.refresh} scale={scale} onFullScreen={toggle} />
    ),
    // oxlint-disable-next-line react/exhaustive-deps -- the toggle acts on the same frame whenever it was made
    [byId, screen.refresh],
  );
  return (
    <div ref={frame} className="screen-page">
      <Stage ground={screen.ground} backdrop={screen.backdrop} charts={SharedElementChart}>
        <SurfaceView
          size={{ width: screen.width, height: screen.height }}
          fit={screen.fit}
          boxes={screen.elements}
          draw={draw}
        />
      </Stage>
      <div className="screen-tools">
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

function SharedElementChart({ element: { id, chart }, every, children }: ElementChartProps) {
  const { data, problem } = useSharedChart({ part: id, enabled: chart !== null, every });
  return children({ data, problem });
}

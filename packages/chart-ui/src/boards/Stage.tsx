import type { Screen } from '@formwork/contract/analytics/screen.ts';
import { SkinScope } from '@formwork/ui/skin/skin-provider.tsx';
import type { ComponentProps, ComponentType, CSSProperties, ReactNode } from 'react';
import { ElementChart, ElementFilter, ElementVideo, type ElementChartProps } from './elements/element.tsx';
import './elements.css';

type ElementFilterComponent = ComponentProps<typeof ElementFilter>['value'];
const NoFilter: ElementFilterComponent = () => null;
const noFilm = (): undefined => undefined;

/** The ground of a screen, in colours that can be read on it whatever skin the page has. */
export function Stage({
  ground,
  backdrop,
  charts,
  filters = NoFilter,
  filmAt = noFilm,
  children,
}: {
  ground: Screen['ground'];
  backdrop: Screen['backdrop'];
  charts: ComponentType<ElementChartProps>;
  filters?: ElementFilterComponent;
  filmAt?: ComponentProps<typeof ElementVideo>['value'];
  children: ReactNode;
}) {
  return (
    <SkinScope skin={ground === 'paper' ? 'white' : 'black'} className="stage-scope">
      <div className="stage-ground" data-ground={ground} style={backdropStyle(backdrop)}>
        <ElementChart value={charts}>
          <ElementFilter value={filters}>
            <ElementVideo value={filmAt}>{children}</ElementVideo>
          </ElementFilter>
        </ElementChart>
      </div>
    </SkinScope>
  );
}

const sizes = { cover: 'cover', contain: 'contain', repeat: 'auto' } as const;

/** In the place of the ground's own picture; its colour stays below. */
function backdropStyle(backdrop: Screen['backdrop']): CSSProperties | undefined {
  if (!backdrop) return undefined;
  if (backdrop.is === 'gradient')
    return { backgroundImage: `linear-gradient(${backdrop.angle}deg, ${backdrop.from}, ${backdrop.to})` };
  return {
    backgroundImage: `url("${backdrop.src}")`,
    backgroundSize: sizes[backdrop.fit],
    backgroundRepeat: backdrop.fit === 'repeat' ? 'repeat' : 'no-repeat',
    backgroundPosition: backdrop.fit === 'repeat' ? undefined : 'center',
  };
}

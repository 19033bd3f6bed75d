import type { Screen } from '@formwork/contract/analytics/screen.ts';
import { SkinScope } from '@formwork/ui/skin/skin-provider.tsx';
import type { ComponentProps, ComponentType, ReactNode } from 'react';
import { ElementChart, ElementFilter, type ElementChartProps } from './elements/element.tsx';
import './elements.css';

type ElementFilterComponent = ComponentProps<typeof ElementFilter>['value'];
const NoFilter: ElementFilterComponent = () => null;

/** The ground of a screen, in colours that can be read on it whatever skin the page has. */
export function Stage({
  ground,
  charts,
  filters = NoFilter,
  children,
}: {
  ground: Screen['ground'];
  charts: ComponentType<ElementChartProps>;
  filters?: ElementFilterComponent;
  children: ReactNode;
}) {
  return (
    <SkinScope skin={ground === 'paper' ? 'white' : 'black'} className="stage-scope">
      <div className="stage-ground" data-ground={ground}>
        <ElementChart value={charts}>
          <ElementFilter value={filters}>{children}</ElementFilter>
        </ElementChart>
      </div>
    </SkinScope>
  );
}

import type { Screen } from '@formwork/contract/analytics/screen.ts';
import { SkinScope } from '@formwork/ui/skin/skin-provider.tsx';
import type { ComponentType, ReactNode } from 'react';
import { ElementChart, type ElementChartProps } from './elements/element.tsx';
import './elements.css';

/** The ground of a screen, in colours that can be read on it whatever skin the page has. */
export function Stage({
  ground,
  charts,
  children,
}: {
  ground: Screen['ground'];
  charts: ComponentType<ElementChartProps>;
  children: ReactNode;
}) {
  return (
    <SkinScope skin={ground === 'paper' ? 'white' : 'black'} className="stage-scope">
      <div className="stage-ground" data-ground={ground}>
        <ElementChart value={charts}>{children}</ElementChart>
      </div>
    </SkinScope>
  );
}

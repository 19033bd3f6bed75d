import type { Screen } from '@formwork/contract/analytics/screen.ts';
import { SkinScope } from '@formwork/ui/skin/skin-provider.tsx';
import type { ReactNode } from 'react';
import './elements.css';

/** The ground of a screen, in colours that can be read on it whatever skin the page has. */
export function Stage({ ground, children }: { ground: Screen['ground']; children: ReactNode }) {
  return (
    <SkinScope skin={ground === 'paper' ? 'white' : 'black'} className="stage-scope">
      <div className="stage-ground" data-ground={ground}>
        {children}
      </div>
    </SkinScope>
  );
}

import type { Jump } from '@formwork/contract/analytics/jump.ts';
import { createContext, use, type ReactNode } from 'react';
import './boards.css';

/** How a page follows what leads elsewhere; undefined where nobody is led on: while it is designed, and for visitors. */
export const Jumping = createContext<((jump: Jump) => void) | undefined>(undefined);

/** Words or a picture that lead elsewhere where they have a jump. */
export function Leading({ jump, children }: { jump: Jump | undefined; children: ReactNode }) {
  const follow = use(Jumping);
  if (!jump || !follow) return children;
  return (
    <button type="button" role="link" className="analytics-leading" onClick={() => follow(jump)}>
      {children}
    </button>
  );
}

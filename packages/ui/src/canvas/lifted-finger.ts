import type { TouchEvent } from 'react';

/**
 * A node keeps to itself that a finger has left it. The zoom had taken that finger for one of its two and would wait for it for ever, moving the
 * picture with whatever is touched next: it is told.
 */
export function tellZoomOfFinger({ nativeEvent: event, currentTarget }: TouchEvent<HTMLElement>): void {
  if (!(event.target as Element).closest('.react-flow__node')) return;
  const { type, changedTouches, touches, targetTouches } = event;
  currentTarget
    .querySelector('.react-flow__renderer')
    ?.dispatchEvent(
      new window.TouchEvent(type, {
        changedTouches: [...changedTouches],
        touches: [...touches],
        targetTouches: [...targetTouches],
      }),
    );
}

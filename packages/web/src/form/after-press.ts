let isPressed = false;
const waiting: (() => void)[] = [];

if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (isPressed = true), { capture: true, passive: true });
  for (const end of ['pointerup', 'pointercancel'] as const)
    window.addEventListener(end, release, { capture: true, passive: true });
}

/**
 * Does at once what is to be done, but while a pointer is pressed when it has been let go: what appears between pressing and
 * letting go would push the button away from under it, and nothing would be clicked.
 */
export function afterPress(work: () => void): void {
  if (isPressed) waiting.push(work);
  else work();
}

function release(): void {
  isPressed = false;
  // the click comes right behind it
  setTimeout(() => {
    for (const work of waiting.splice(0)) work();
  });
}

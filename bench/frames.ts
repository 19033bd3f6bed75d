import type { Page } from '@playwright/test';

/** Frames a second while a hand goes on; `pressed`: with its button held down from where it is. */
export async function framesWhile(
  page: Page,
  seconds: number,
  turn: (n: number) => Promise<void>,
  pressed: boolean,
): Promise<number> {
  if (pressed) await page.mouse.down();
  await page.evaluate(
    `window.frames_ = 0; window.counting = true; (function step() { window.frames_ += 1; if (window.counting) requestAnimationFrame(step); })()`,
  );
  const began = performance.now();
  for (let n = 0; performance.now() - began < seconds * 1_000; n += 1) await turn(n);
  const took = performance.now() - began;
  const drawn = await page.evaluate<number>(`window.counting = false; window.frames_`);
  if (pressed) await page.mouse.up();
  return (drawn * 1_000) / took;
}

import { textWidth } from './cloud.ts';

const leastSize = 8;
/** Between the letters of a title of a screen, and around a digit on its plate; in parts of their size. */
export const titleSpacing = 0.12;
export const plateSpacing = 0.4;

/** The size of a text in one line, or a smaller one where its box is too narrow for it; `spacing` as of letters, in parts of the size. */
export function fittingSize(text: string, { size, w }: { size: number; w: number }, spacing = 0): number {
  const wide = textWidth(text, 1) + [...text].length * spacing;
  return wide * size <= w ? size : Math.max(Math.min(leastSize, size), Math.floor(w / wide));
}

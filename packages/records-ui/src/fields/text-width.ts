let pen: CanvasRenderingContext2D | null | undefined;

/** Of a text at 14 px in the font of the page; without a page by the usual widths of signs. */
export function measured(text: string): number {
  if (pen === undefined) {
    pen = typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d');
    if (pen) pen.font = `14px ${getComputedStyle(document.body).fontFamily}`;
  }
  if (pen) return Math.ceil(pen.measureText(text).width);
  return Array.from(text).reduce((sum, sign) => sum + (/[⺀-￿]/.test(sign) ? 14 : 7.8), 0);
}

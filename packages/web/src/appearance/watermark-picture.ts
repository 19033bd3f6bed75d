const lineHeight = 20;

/** The mark as a repeated picture: one tile, the words turned across it. */
export function watermarkPicture(
  lines: readonly string[],
  { color, strength, distance }: { color: string; strength: number; distance: number },
): string {
  const middle = distance / 2;
  const texts = lines
    .map(
      (line, at) =>
        `<text x="${middle}" y="${middle + (at - (lines.length - 1) / 2) * lineHeight}">${escaped(line)}</text>`,
    )
    .join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${distance}" height="${distance}"><g fill="${color}" fill-opacity="${strength / 100}" font-family="sans-serif" font-size="14" text-anchor="middle" transform="rotate(-22 ${middle} ${middle})">${texts}</g></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

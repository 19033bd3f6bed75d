/** Which of some names stand in texts as whole names; the longer ones first, so that `monthly fee` is no `fee`. */
export function mentionsOf(texts: readonly string[], names: readonly string[]): string[] {
  const found = new Set<string>();
  const sorted = names.filter((name) => name !== '').toSorted((a, b) => b.length - a.length);
  for (const text of texts) {
    let rest = text.replace(/"(?:[^"\\]|\\.)*"/g, '""');
    for (const name of sorted) {
      const pattern = new RegExp(`(?<![\\p{L}\\p{N}_.])${escaped(name)}(?![\\p{L}\\p{N}_])`, 'gu');
      const without = rest.replace(pattern, ' ');
      if (without !== rest) found.add(name);
      rest = without;
    }
  }
  return names.filter((name) => found.has(name));
}

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

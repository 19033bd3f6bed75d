/** Given name of a Chinese name (the last two characters would crowd a small circle: the last one), else first letters. */
export function initials(name: string): string {
  const trimmed = name.trim();
  if (/\p{Script=Han}/u.test(trimmed)) return [...trimmed].at(-1)!;
  const words = trimmed.split(/[\s._-]+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return letters.map((word) => [...word][0]!.toUpperCase()).join('');
}

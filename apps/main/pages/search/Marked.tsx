/** A text with the words of a search marked in it. */
export function Marked({ text, search }: { text: string; search: string }) {
  const words = search
    .trim()
    .split(/\s+/u)
    .filter(Boolean)
    .map((word) => word.toLowerCase());
  const parts: { text: string; marked: boolean }[] = [];
  const lower = text.toLowerCase();
  for (let at = 0; at < text.length;) {
    const word = words.find((one) => lower.startsWith(one, at));
    const end = word === undefined ? at + 1 : at + word.length;
    const last = parts.at(-1);
    if (last && last.marked === (word !== undefined)) last.text += text.slice(at, end);
    else parts.push({ text: text.slice(at, end), marked: word !== undefined });
    at = end;
  }
  // eslint-disable-next-line react/no-array-index-key -- parts have no other name, and never change places
  return parts.map((part, index) => (part.marked ? <mark key={index}>{part.text}</mark> : part.text));
}

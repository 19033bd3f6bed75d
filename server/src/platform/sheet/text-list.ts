/** Many texts by number, packed into bytes: as strings, a million of them would take several times as much. */
export interface TextList {
  add(text: string): void;
  /** Blank where there is none of that number. */
  at(index: number): string;
}

const mostBytes = 768 * 1024 * 1024;

export function textList(): TextList {
  let bytes = Buffer.allocUnsafe(64 * 1024);
  let ends = new Uint32Array(1_024);
  let count = 0;
  let used = 0;
  return {
    add(text) {
      const most = used + text.length * 3;
      if (most > bytes.length) {
        if (most > mostBytes) throw new Error('the shared texts of a workbook are too large');
        const larger = Buffer.allocUnsafe(Math.min(mostBytes, Math.max(most, bytes.length * 2)));
        bytes.copy(larger, 0, 0, used);
        bytes = larger;
      }
      used += bytes.write(text, used, 'utf8');
      if (count === ends.length) {
        const larger = new Uint32Array(ends.length * 2);
        larger.set(ends);
        ends = larger;
      }
      ends[count] = used;
      count += 1;
    },
    at(index) {
      if (!(index >= 0 && index < count)) return '';
      return bytes.toString('utf8', index === 0 ? 0 : ends[index - 1], ends[index]);
    },
  };
}

/** Of each sign of the first plane its bytes: two, or four behind `fourBytes`; 0 where there are none. Node reads GB 18030 and does not write it. */
let table: Uint32Array | undefined;

export function encodeGb18030(text: string): Buffer {
  table ??= readTable();
  const bytes = Buffer.allocUnsafe(text.length * 4);
  let at = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) {
      bytes[at++] = unit;
      continue;
    }
    const point = unit >= 0xd800 && unit < 0xe000 ? (text.codePointAt(index) as number) : unit;
    if (point > 0xffff) {
      index += 1;
      at = writeFour(bytes, at, planeStart + point - 0x10000);
      continue;
    }
    const code = table[point] ?? 0;
    // half a pair: nothing stands for it
    if (code === 0) bytes[at++] = 0x3f;
    else if (code <= 0xffff) {
      bytes[at++] = code >> 8;
      bytes[at++] = code & 0xff;
    } else at = writeFour(bytes, at, code - 0x10000);
  }
  return bytes.subarray(0, at);
}

/** Four bytes number their signs in steps of 10, 126 and 10: those of the first plane from 0, the others from here. */
const planeStart = 189_000;
const firstPlane = 39_420;

function writeFour(bytes: Buffer, at: number, linear: number): number {
  bytes[at] = 0x81 + Math.floor(linear / 12_600);
  bytes[at + 1] = 0x30 + (Math.floor(linear / 1_260) % 10);
  bytes[at + 2] = 0x81 + (Math.floor(linear / 10) % 126);
  bytes[at + 3] = 0x30 + (linear % 10);
  return at + 4;
}

function readTable(): Uint32Array {
  const found = new Uint32Array(0x10000);
  const decoder = new TextDecoder('gb18030');
  const four = Buffer.alloc(4);
  for (let linear = 0; linear < firstPlane; linear += 1) {
    writeFour(four, 0, linear);
    const text = decoder.decode(four);
    if (text.length === 1 && text !== '\ufffd') found[text.charCodeAt(0)] = 0x10000 + linear;
  }
  const two = Buffer.alloc(2);
  for (let high = 0x81; high <= 0xfe; high += 1) {
    for (let low = 0x40; low <= 0xfe; low += 1) {
      if (low === 0x7f) continue;
      two[0] = high;
      two[1] = low;
      const text = decoder.decode(two);
      if (text.length === 1 && text !== '\ufffd') found[text.charCodeAt(0)] = (high << 8) | low;
    }
  }
  return found;
}

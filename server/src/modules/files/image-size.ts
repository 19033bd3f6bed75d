export interface ImageSize {
  width: number;
  height: number;
}

/** Pixels of a JPEG, PNG, GIF or BMP, read from its content; undefined for anything else. */
export function imageSize(content: Buffer): ImageSize | undefined {
  return [pngSize, gifSize, bmpSize, jpegSize]
    .map((read) => sizeOrNothing(read, content))
    .find((size) => size !== undefined);
}

/** A content that ends before its size has none. */
function sizeOrNothing(read: (content: Buffer) => ImageSize | undefined, content: Buffer): ImageSize | undefined {
  try {
    const size = read(content);
    return size && size.width > 0 && size.height > 0 ? size : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function pngSize(content: Buffer): ImageSize | undefined {
  if (content.toString('latin1', 1, 4) !== 'PNG' || content.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { width: content.readUInt32BE(16), height: content.readUInt32BE(20) };
}

function gifSize(content: Buffer): ImageSize | undefined {
  if (!/^GIF8[79]a$/.test(content.toString('latin1', 0, 6))) return undefined;
  return { width: content.readUInt16LE(6), height: content.readUInt16LE(8) };
}

/** A negative height means rows from the top. */
function bmpSize(content: Buffer): ImageSize | undefined {
  if (content.toString('latin1', 0, 2) !== 'BM') return undefined;
  const old = content.readUInt32LE(14) === 12;
  return old
    ? { width: content.readUInt16LE(18), height: content.readUInt16LE(20) }
    : { width: content.readInt32LE(18), height: Math.abs(content.readInt32LE(22)) };
}

/** The first frame header; segments before it are passed by their length. */
function jpegSize(content: Buffer): ImageSize | undefined {
  if (content.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 < content.length;) {
    if (content[at] !== 0xff) return undefined;
    const marker = content[at + 1]!;
    if (marker === 0xff) at++;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: content.readUInt16BE(at + 7), height: content.readUInt16BE(at + 5) };
    else at += 2 + content.readUInt16BE(at + 2);
  }
  return undefined;
}

/** Width and height as a JPEG's own header tells them; undefined where it tells none. */
export function jpegSize(content: Buffer): { width: number; height: number } | undefined {
  if (content.length < 4 || content.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 < content.length;) {
    if (content[at] !== 0xff) return undefined;
    const marker = content[at + 1] ?? 0;
    // frames: all of C0 to CF but tables and what is reserved
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      const [height, width] = [content.readUInt16BE(at + 5), content.readUInt16BE(at + 7)];
      return width > 0 && height > 0 ? { width, height } : undefined;
    }
    // fill bytes before a marker
    at += marker === 0xff ? 1 : 2 + content.readUInt16BE(at + 2);
  }
  return undefined;
}

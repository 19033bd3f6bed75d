import { inflateRawSync } from 'node:zlib';

/** The texts of a zip's entries. */
export function readZip(zip: Buffer): string[] {
  const texts: string[] = [];
  // entries of a stream tell their sizes in the directory at the end
  for (let at = zip.indexOf('PK\u0001\u0002'); at !== -1; at = zip.indexOf('PK\u0001\u0002', at + 4)) {
    const [size, name] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)];
    const from = zip.readUInt32LE(at + 42);
    const begin = from + 30 + zip.readUInt16LE(from + 26) + zip.readUInt16LE(from + 28);
    texts.push(
      `${zip.subarray(at + 46, at + 46 + name).toString()}\n${inflateRawSync(zip.subarray(begin, begin + size)).toString()}`,
    );
  }
  return texts;
}

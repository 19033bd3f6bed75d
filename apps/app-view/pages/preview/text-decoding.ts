export const encodings = ['utf-8', 'gb18030', 'big5', 'utf-16le', 'utf-16be', 'shift_jis', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

/** The encoding of a text: by its mark, else UTF-8 where that holds, else GB 18030 as most older Chinese files have it. */
export function guessEncoding(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  for (const encoding of ['utf-8', 'gb18030'] as const) if (holds(bytes, encoding)) return encoding;
  return 'windows-1252';
}

export function decodeText(bytes: Uint8Array, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(bytes);
}

function holds(bytes: Uint8Array, encoding: Encoding): boolean {
  try {
    // a beginning may end in the middle of a character
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

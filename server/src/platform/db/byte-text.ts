/**
 * UTF-8 as a string with one sign for each byte, its latin1 reading. What comes from one socket to leave by another need not be
 * decoded between: signs of JSON and digits mean the same in both.
 */
export type ByteText = string;

export function textOf(bytes: ByteText): string {
  return beyondAscii.test(bytes) ? Buffer.from(bytes, 'latin1').toString('utf8') : bytes;
}

export function bytesOf(text: string): ByteText {
  return beyondAscii.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text;
}

const beyondAscii = /[^\0-\x7f]/;

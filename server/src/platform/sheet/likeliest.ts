import type { Encoding } from '@formwork/contract/records/encodings.ts';

type Guess = Extract<Encoding, 'gb18030' | 'big5' | 'shift_jis' | 'euc-kr' | 'windows-1251' | 'windows-1252'>;

/** Below this share of signs that people use every day, an encoding is no guess. Western letters with marks stand side by side at times. */
const convincing = (guess: Guess): number => (guess === 'windows-1252' ? 0.5 : 0.7);
/** So many different signs of Korean, and none beyond them, are no chance. */
const koreanSigns = 12;

/**
 * Which encoding bytes that are no UTF-8 are likeliest to be: that in which they are signs of every day. It is a guess
 * and said to be one; GB 18030 where nothing convinces.
 */
export function likeliestOf(sample: Uint8Array): Guess {
  const shares = new Map<Guess, number>([
    ['gb18030', pairShare(sample, isCommonGb)],
    ['big5', pairShare(sample, isCommonBig5)],
    ['shift_jis', japaneseShare(sample)],
    ['windows-1252', westernShare(sample)],
    ['windows-1251', cyrillicShare(sample)],
  ]);
  const [best, share] = [...shares].sort((a, b) => b[1] - a[1])[0]!;
  if (best === 'gb18030' && isKorean(sample)) return 'euc-kr';
  return share >= convincing(best) ? best : 'gb18030';
}

type Pair = (lead: number, trail: number) => boolean;

/** Of signs of two bytes, those of every day: the first level of each standard, ordered by use. */
const isCommonGb: Pair = (lead, trail) =>
  trail >= 0xa1 && ((lead >= 0xb0 && lead <= 0xd7) || (lead >= 0xa1 && lead <= 0xa3));
const isCommonBig5: Pair = (lead, trail) =>
  lead >= 0xa1 && lead <= 0xc6 && ((trail >= 0x40 && trail <= 0x7e) || trail >= 0xa1);

/** Signs beyond those of two bytes: digits between bytes that are no digits, which is no chance. */
function isFourOfGb(bytes: Uint8Array, at: number): boolean {
  const isDigit = (byte = 0): boolean => byte >= 0x30 && byte <= 0x39;
  return isDigit(bytes[at + 1]) && (bytes[at + 2] ?? 0) >= 0x81 && isDigit(bytes[at + 3]);
}

function pairShare(bytes: Uint8Array, isCommon: Pair): number {
  let [common, all] = [0, 0];
  for (let at = 0; at < bytes.length - 1; at += 1) {
    const lead = bytes[at]!;
    if (lead < 0x80) continue;
    all += 1;
    if (isCommon === isCommonGb && isFourOfGb(bytes, at)) {
      common += 1;
      at += 3;
      continue;
    }
    if (isCommon(lead, bytes[at + 1]!)) common += 1;
    at += 1;
  }
  return all === 0 ? 0 : common / all;
}

/** Kana, marks and the first level of its characters; half-width kana is what other texts look like. */
function japaneseShare(bytes: Uint8Array): number {
  let [common, all] = [0, 0];
  for (let at = 0; at < bytes.length - 1; at += 1) {
    const lead = bytes[at]!;
    if (lead < 0x80) continue;
    all += 1;
    if (lead >= 0xa1 && lead <= 0xdf) continue;
    if (lead >= 0x81 && lead <= 0x97 && bytes[at + 1]! >= 0x40) common += 1;
    at += 1;
  }
  return all === 0 ? 0 : common / all;
}

/** Letters with marks stand by themselves among plain ones. */
function westernShare(bytes: Uint8Array): number {
  const marks = new Set([0x80, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0xa7, 0xb0, 0xb1, 0xb2, 0xb3, 0xb5]);
  let [alone, all] = [0, 0];
  bytes.forEach((byte, at) => {
    if (byte < 0x80) return;
    all += 1;
    const plain = (bytes[at - 1] ?? 0) < 0x80 && (bytes[at + 1] ?? 0) < 0x80;
    if (plain && (byte >= 0xc0 || marks.has(byte))) alone += 1;
  });
  return all === 0 ? 0 : alone / all;
}

/** Whole words of bytes that are all letters there: in other encodings a part of each sign lies below. */
function cyrillicShare(bytes: Uint8Array): number {
  let [letters, lower, all, words] = [0, 0, 0, 0];
  for (const [at, byte] of bytes.entries()) {
    if (byte < 0x80) continue;
    all += 1;
    if ((bytes[at - 1] ?? 0) < 0x80) words += 1;
    if (byte >= 0xc0 || byte === 0xa8 || byte === 0xb8 || byte === 0xb9) letters += 1;
    if (byte >= 0xe0) lower += 1;
  }
  return all > 0 && all >= words * 3 && letters / all > 0.97 && lower / all > 0.5 ? letters / all : 0;
}

function isKorean(bytes: Uint8Array): boolean {
  const signs = new Set<number>();
  for (let at = 0; at < bytes.length - 1; at += 1) {
    const lead = bytes[at]!;
    if (lead < 0x80) continue;
    if (lead > 0xc8) return false;
    if (lead >= 0xb0) signs.add(lead * 256 + bytes[at + 1]!);
    at += 1;
  }
  return signs.size >= koreanSigns;
}

// The numbers of TPC-H are the same everywhere: every column draws from a stream of its own, a multiplicative congruential generator
// (Park and Miller, CACM 10/1988) whose start and draws in a row are given by the benchmark's published data generator.

const multiplier = 16_807;
const modulus = 2_147_483_647;

export class Stream {
  #seed: number;
  #drawn = 0;
  readonly #inRow: number;

  /** `inRow`: every row takes so many numbers, drawn or not. */
  constructor(start: number, inRow = 1) {
    this.#seed = start;
    this.#inRow = inRow;
  }

  /** A whole number between two others, both included. */
  draw(low: number, high: number): number {
    return low + Math.trunc(this.#step() * (high - low + 1));
  }

  /** 31 bits of chance. */
  drawBits(): number {
    return Math.trunc(this.#step() * 2 ** 31);
  }

  endRow(): void {
    while (this.#drawn < this.#inRow) this.#step();
    this.#drawn = 0;
  }

  #step(): number {
    this.#drawn += 1;
    this.#seed = (this.#seed * multiplier) % modulus;
    return this.#seed / modulus;
  }
}

/** One of several words, each as often as its weight says. */
export class Choice {
  readonly #words: string[];

  constructor(weights: Readonly<Record<string, number>>) {
    this.#words = Object.entries(weights).flatMap(([word, weight]) => new Array<string>(weight).fill(word));
  }

  static even(words: readonly string[]): Choice {
    return new Choice(Object.fromEntries(words.map((word) => [word, 1])));
  }

  draw(stream: Stream): string {
    return this.#words[stream.draw(1, this.#words.length) - 1]!;
  }
}

const signs = '0123456789abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ,';

/** Signs of no meaning, five of them from one number. */
export function drawSigns(stream: Stream, least: number, most: number): string {
  const length = stream.draw(least, most);
  let bits = 0;
  let text = '';
  for (let at = 0; at < length; at += 1) {
    if (at % 5 === 0) bits = stream.drawBits();
    text += signs[bits & 63];
    bits >>= 6;
  }
  return text;
}

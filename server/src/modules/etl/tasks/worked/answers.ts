/** A power of two, three times what is kept. */
const slots = 65_536;
const most = 20_000;

export const hashBegin = 0x811c9dc5;
/** FNV-1a, a byte more. */
export const hashed = (hash: number, byte: number): number => Math.imul(hash ^ byte, 0x01000193);

/** What was answered for the same bytes before: rows often say the same again. Beyond its size it takes no more. */
export class Answers {
  readonly #at = new Int32Array(slots);
  readonly #hashes: number[] = [];
  readonly #keys: Buffer[] = [];
  readonly #answers: Buffer[] = [];

  get size(): number {
    return this.#keys.length;
  }

  find(bytes: Buffer, from: number, to: number, hash: number): Buffer | undefined {
    for (let slot = placeOf(hash); ; slot = (slot + 1) & (slots - 1)) {
      const entry = this.#at[slot]! - 1;
      if (entry === -1) return undefined;
      if (this.#hashes[entry] === hash && isSame(this.#keys[entry]!, bytes, from, to)) return this.#answers[entry];
    }
  }

  keep(key: Buffer, hash: number, answer: Buffer): void {
    if (this.size === most) return;
    let slot = placeOf(hash);
    while (this.#at[slot] !== 0) slot = (slot + 1) & (slots - 1);
    this.#hashes.push(hash);
    this.#keys.push(Buffer.from(key));
    this.#answers.push(answer);
    this.#at[slot] = this.size;
  }
}

const placeOf = (hash: number): number => (hash ^ (hash >>> 16)) & (slots - 1);

function isSame(key: Buffer, bytes: Buffer, from: number, to: number): boolean {
  if (key.length !== to - from) return false;
  for (let at = 0; at < key.length; at += 1) if (key[at] !== bytes[from + at]) return false;
  return true;
}

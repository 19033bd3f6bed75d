/**
 * What was worked out of a text, by the text: heads of one caller, or of one upstream within a second, are mostly the same letter
 * by letter. Bounded: what was asked for lately stays, the rest is forgotten by the half.
 */
export class Known<Value> {
  #lately = new Map<string, Value>();
  #before = new Map<string, Value>();
  readonly #most: number;

  constructor(most = 2_000) {
    this.#most = most;
  }

  get(text: string): Value | undefined {
    const found = this.#lately.get(text);
    if (found !== undefined) return found;
    const older = this.#before.get(text);
    if (older !== undefined) this.set(text, older);
    return older;
  }

  set(text: string, value: Value): void {
    if (text.length > mostLength) return;
    if (this.#lately.size >= this.#most) {
      this.#before = this.#lately;
      this.#lately = new Map();
    }
    this.#lately.set(text, value);
  }
}

/** Longer ones are rare, and would be much to keep. */
const mostLength = 2_048;

/** Remembers what was asked for lately, in two halves: when the newer one is full, the older one is dropped as a whole. */
export class Kept<V extends object | true> {
  private readonly half: number;
  private newer = new Map<string, V>();
  private older = new Map<string, V>();

  constructor(most: number) {
    this.half = most / 2;
  }

  get(key: string): V | undefined {
    const found = this.newer.get(key);
    if (found !== undefined) return found;
    const old = this.older.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: string, value: V): void {
    if (this.newer.size >= this.half) {
      this.older = this.newer;
      this.newer = new Map();
    }
    this.newer.set(key, value);
  }
}

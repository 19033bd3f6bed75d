/** What bytes lie in until whoever got them gives their place back: it is used again then. What is never given back is let go as any other. */
interface Places {
  take(): Buffer;
}

const lenders = new WeakMap<ArrayBufferLike, (place: ArrayBufferLike) => void>();

export function placesOf(bytes: number): Places {
  const free: Buffer[] = [];
  return {
    take() {
      const place = free.pop() ?? Buffer.allocUnsafeSlow(bytes);
      lenders.set(place.buffer, () => {
        lenders.delete(place.buffer);
        free.push(place);
      });
      return place;
    },
  };
}

/** Said by the only one who has these bytes, and who looks at them no more. */
export function giveBack(bytes: Uint8Array): void {
  lenders.get(bytes.buffer)?.(bytes.buffer);
}

import { OutOfBudget, spend, type Run } from './run.ts';
import { isContext, isList, type Val } from './values.ts';

const MAX_PARTS = 1_000_000;
const MAX_LAYERS = 500;
const MAX_TEXT = 10_000_000;
/** Characters that cost a step. */
const TEXT_PER_STEP = 256;

interface Size {
  /** Elements within elements, each as often as it would be written. */
  readonly parts: number;
  readonly layers: number;
}

const sizes = new WeakMap<object, Size>();

/**
 * Charges a run for a value that it built. A list may hold another one many times, and that one a third: a few lines make a value that
 * nobody could write down. Such a value ends the run where it comes into being, so that what reads values may follow them to their ends.
 */
export function built<V extends Val>(run: Run, value: V): V {
  if (typeof value === 'string') {
    if (value.length > MAX_TEXT) throw new OutOfBudget();
    if (value.length >= TEXT_PER_STEP) spend(run, Math.floor(value.length / TEXT_PER_STEP));
  } else if (isList(value)) weigh(run, value, value.length);
  else if (isContext(value)) weigh(run, value.values(), value.size);
  return value;

  function weigh(of: Run, items: Iterable<Val>, count: number): void {
    spend(of, count);
    let parts = count;
    let layers = 1;
    for (const item of items) {
      if (!isList(item) && !isContext(item)) continue;
      const inner = sizes.get(item) ?? { parts: isList(item) ? item.length : item.size, layers: 1 };
      parts += inner.parts;
      layers = Math.max(layers, inner.layers + 1);
    }
    if (parts > MAX_PARTS || layers > MAX_LAYERS) throw new OutOfBudget();
    if (layers > 1) sizes.set(value as object, { parts, layers });
  }
}

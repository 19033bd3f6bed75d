import { expect, test, vi } from 'vitest';
import { openWheel, type Timed } from './wheel.ts';

test('whoever is late is told once, also where one that ends takes others out or puts some in', async () => {
  const wheel = openWheel();
  const ended: number[] = [];
  const made: Timed[] = [];
  const late = (n: number, also: () => void = () => {}): Timed => {
    const timed: Timed = {
      deadline: performance.now() - 1,
      onTimeout() {
        wheel.remove(timed);
        ended.push(n);
        also();
      },
    };
    made.push(timed);
    return timed;
  };
  const gone = late(1);
  const waits: Timed = { deadline: Infinity, onTimeout: () => ended.push(-1) };
  wheel.add(waits);
  wheel.add(late(0, () => (wheel.remove(gone), wheel.add(late(3)))));
  wheel.add(gone);
  wheel.add(late(2));
  // twice is once, and what is out stays out
  wheel.add(waits);
  await vi.waitFor(() => expect(ended).toEqual([0, 2, 3]), { timeout: 5_000 });
  wheel.remove(waits);
  wheel.remove(waits);
  expect(made.map(({ place }) => place)).toEqual(made.map(() => undefined));
  wheel.stop();
});

import { expect, it } from 'vitest';
import { aligned, copies, distributed, grouped, grouping, layered, ungrouped, withLock } from './arrange.ts';
import { areaAround, areaOf, boxesIn, fitted, withGroups, type Box } from './boxes.ts';
import { linesOf, snapped } from './snap.ts';
import { scaleFor } from './surface-view.tsx';
import { createValueBus } from './values.ts';

const box = (id: string, x: number, y: number, w = 10, h = 10, more: Partial<Box> = {}): Box => ({
  id,
  x,
  y,
  w,
  h,
  ...more,
});
const stage = { x: 0, y: 0, w: 100, h: 100 };
const boxes = [box('a', 0, 0), box('b', 20, 30, 20), box('c', 80, 60)];
const xs = (all: readonly Box[]) => all.map(({ x }) => x);

it('aligns several with each other, one with the stage, and leaves what is locked', () => {
  expect(xs(aligned(boxes, ['a', 'b', 'c'], 'left', stage))).toEqual([0, 0, 0]);
  expect(xs(aligned(boxes, ['a', 'b', 'c'], 'right', stage))).toEqual([80, 70, 80]);
  expect(xs(aligned(boxes, ['b'], 'center', stage))).toEqual([0, 40, 80]);
  expect(xs(aligned(withLock(boxes, ['c'], true), ['b', 'c'], 'left', stage))).toEqual([0, 20, 80]);
});

it('leaves equal gaps', () => {
  expect(xs(distributed(boxes, ['a', 'b', 'c'], 'x'))).toEqual([0, 35, 80]);
  expect(distributed(boxes, ['a', 'b'], 'x')).toEqual(boxes);
});

it('orders layers', () => {
  const ids = (all: readonly Box[]) => all.map(({ id }) => id).join('');
  expect(ids(layered(boxes, ['a'], 'front'))).toBe('bca');
  expect(ids(layered(boxes, ['c'], 'back'))).toBe('cab');
  expect(ids(layered(boxes, ['a'], 'forward'))).toBe('bac');
  expect(ids(layered(boxes, ['b', 'c'], 'backward'))).toBe('bca');
  expect(ids(layered(boxes, ['c'], 'forward'))).toBe('abc');
});

it('selects groups as a whole, and copies them as groups of their own', () => {
  const group = grouped(boxes, ['a', 'b'], 'g');
  expect(withGroups(group, ['b'])).toEqual(['a', 'b']);
  expect(ungrouped(group, ['a', 'b'])).toEqual(boxes);
  expect(grouping(boxes, ['a', 'b'])).toEqual({ group: true, ungroup: false });
  expect(grouping(group, ['a', 'b'])).toEqual({ group: false, ungroup: true });
  expect(grouping(group, ['a', 'b', 'c'])).toEqual({ group: true, ungroup: true });
  expect(grouping(boxes, ['a'])).toEqual({ group: false, ungroup: false });
  let count = 0;
  const made = copies(group.slice(0, 2), () => `n${++count}`);
  expect(made.map((one) => one.box.group)).toEqual(['n1', 'n1']);
  expect(made[1]).toMatchObject({ of: 'b', box: { x: 36, y: 46 } });
});

it('knows the room of what is turned', () => {
  expect(areaOf(box('a', 0, 0, 20, 10, { turn: 90 })).w).toBeCloseTo(10);
  expect(areaAround(boxes)).toEqual({ x: 0, y: 0, w: 90, h: 70 });
  expect(boxesIn(boxes, { x: 15, y: 15, w: 40, h: 40 })).toEqual(['b']);
});

it('sizes many as one', () => {
  const to = { x: 0, y: 0, w: 180, h: 70 };
  expect(fitted(boxes, ['a', 'b', 'c'], areaAround(boxes)!, to).map(({ x, w }) => [x, w])).toEqual([
    [0, 20],
    [40, 40],
    [160, 20],
  ]);
});

it('snaps to the nearest edges and middles within reach', () => {
  const lines = linesOf([{ x: 100, y: 50, w: 40, h: 20 }]);
  expect(snapped({ x: 97, y: 0, w: 100, h: 10 }, lines, 4)).toEqual({
    dx: 3,
    dy: 0,
    guides: [{ along: 'x', at: 100 }],
  });
  expect(snapped({ x: 60, y: 57, w: 10, h: 10 }, lines, 4)).toMatchObject({ dx: 0, dy: -2 });
  expect(snapped({ x: 0, y: 0, w: 10, h: 10 }, lines, 4).guides).toEqual([]);
});

it('fits a stage into any display', () => {
  const size = { width: 1920, height: 1080 };
  expect(scaleFor('contain', size, { width: 960, height: 1080 })).toMatchObject({ x: 0.5, y: 0.5, top: 270 });
  expect(scaleFor('width', size, { width: 960, height: 100 })).toMatchObject({ x: 0.5, y: 0.5, top: 0 });
  expect(scaleFor('stretch', size, { width: 960, height: 1080 })).toMatchObject({ x: 0.5, y: 1 });
});

it('tells those who listen to a key, once a frame', () => {
  let frame = (): void => undefined;
  const bus = createValueBus((run) => {
    frame = run;
  });
  const heard: unknown[] = [];
  const stop = bus.subscribe('heat', () => heard.push(bus.read('heat')));
  bus.set({ heat: 1, other: 2 });
  bus.set({ heat: 3 });
  expect([bus.read('heat'), heard]).toEqual([3, []]);
  frame();
  expect(heard).toEqual([3]);
  stop();
  bus.set({ heat: 4 });
  frame();
  expect(heard).toEqual([3]);
});

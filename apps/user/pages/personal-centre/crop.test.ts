import { expect, test } from 'vitest';
import { largestZoom, movedCrop, wholeCrop, zoomedCrop, zoomOf } from './crop.ts';

const size = { width: 400, height: 300 };

test('begins with the largest square in the middle', () => expect(wholeCrop(size)).toEqual({ x: 50, y: 0, side: 300 }));

test('never leaves the picture', () => {
  expect(movedCrop(wholeCrop(size), size, 1000, -1000)).toEqual({ x: 100, y: 0, side: 300 });
  const corner = movedCrop(zoomedCrop(wholeCrop(size), size, 2), size, -1000, 1000);
  expect(corner).toEqual({ x: 0, y: 150, side: 150 });
  expect(zoomedCrop(corner, size, 1)).toEqual({ x: 0, y: 0, side: 300 });
});

test('zooms around the middle and not past the largest zoom', () => {
  expect(zoomedCrop(wholeCrop(size), size, 2)).toEqual({ x: 125, y: 75, side: 150 });
  expect(zoomedCrop(wholeCrop(size), size, 100).side).toBe(120);
  expect(zoomOf(zoomedCrop(wholeCrop(size), size, 100), size)).toBe(largestZoom(size));
});

export interface Size {
  width: number;
  height: number;
}

/** A square in a picture's own pixels. */
export interface Crop {
  x: number;
  y: number;
  side: number;
}

/** Closer than this would show single pixels. */
const smallestSide = 120;

export function wholeCrop({ width, height }: Size): Crop {
  const side = Math.min(width, height);
  return { side, x: (width - side) / 2, y: (height - side) / 2 };
}

export function movedCrop(crop: Crop, size: Size, dx: number, dy: number): Crop {
  return inside({ ...crop, x: crop.x + dx, y: crop.y + dy }, size);
}

/** 1 shows as much as fits; the middle stays where it is. */
export function zoomedCrop(crop: Crop, size: Size, zoom: number): Crop {
  const side = Math.max(Math.min(smallestSide, wholeCrop(size).side), wholeCrop(size).side / zoom);
  return inside({ side, x: crop.x + (crop.side - side) / 2, y: crop.y + (crop.side - side) / 2 }, size);
}

export function zoomOf(crop: Crop, size: Size): number {
  return wholeCrop(size).side / crop.side;
}

export function largestZoom(size: Size): number {
  return Math.max(1, wholeCrop(size).side / smallestSide);
}

function inside({ x, y, side }: Crop, { width, height }: Size): Crop {
  return { side, x: Math.min(Math.max(0, x), width - side), y: Math.min(Math.max(0, y), height - side) };
}

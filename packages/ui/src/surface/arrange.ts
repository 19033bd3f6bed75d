import { areaAround, areaOf, changed, round, type Area, type Box } from './boxes.ts';

export const alignments = ['left', 'center', 'right', 'top', 'middle', 'bottom'] as const;
export type Alignment = (typeof alignments)[number];

/** Several boxes to a side of the area around them, a single one to that of the stage. */
export function aligned(boxes: readonly Box[], ids: readonly string[], to: Alignment, stage: Area): Box[] {
  const chosen = boxes.filter(({ id }) => ids.includes(id));
  const around = chosen.length > 1 ? areaAround(chosen)! : stage;
  return changed(boxes, ids, (box) => {
    const area = areaOf(box);
    const [dx, dy] = {
      left: [around.x - area.x, 0],
      center: [around.x + around.w / 2 - area.x - area.w / 2, 0],
      right: [around.x + around.w - area.x - area.w, 0],
      top: [0, around.y - area.y],
      middle: [0, around.y + around.h / 2 - area.y - area.h / 2],
      bottom: [0, around.y + around.h - area.y - area.h],
    }[to] as [number, number];
    return { ...box, x: round(box.x + dx), y: round(box.y + dy) };
  });
}

/** Equal gaps between the first and the last of three or more. */
export function distributed(boxes: readonly Box[], ids: readonly string[], along: 'x' | 'y'): Box[] {
  const size = along === 'x' ? 'w' : 'h';
  const chosen = boxes.filter(({ id, locked }) => ids.includes(id) && !locked);
  const order = chosen
    .map((box) => ({ id: box.id, area: areaOf(box) }))
    .toSorted((a, b) => a.area[along] - b.area[along]);
  if (order.length < 3) return [...boxes];
  const [first, last] = [order[0]!.area, order.at(-1)!.area];
  const inner = order.reduce((sum, { area }) => sum + area[size], 0);
  const gap = (last[along] + last[size] - first[along] - inner) / (order.length - 1);
  const shifts = new Map<string, number>();
  let at = first[along];
  for (const { id, area } of order) {
    shifts.set(id, at - area[along]);
    at += area[size] + gap;
  }
  return changed(boxes, [...shifts.keys()], (box) => ({ ...box, [along]: round(box[along] + shifts.get(box.id)!) }));
}

export type Layer = 'front' | 'forward' | 'backward' | 'back';

export function layered(boxes: readonly Box[], ids: readonly string[], to: Layer): Box[] {
  const chosen = new Set(ids);
  if (to === 'front' || to === 'back') {
    const [own, others] = [boxes.filter(({ id }) => chosen.has(id)), boxes.filter(({ id }) => !chosen.has(id))];
    return to === 'front' ? [...others, ...own] : [...own, ...others];
  }
  const order = to === 'forward' ? [...boxes].reverse() : [...boxes];
  for (let at = 1; at < order.length; at += 1)
    if (chosen.has(order[at]!.id) && !chosen.has(order[at - 1]!.id))
      [order[at - 1], order[at]] = [order[at]!, order[at - 1]!];
  return to === 'forward' ? order.reverse() : order;
}

export function grouped(boxes: readonly Box[], ids: readonly string[], group: string): Box[] {
  return changed(boxes, ids, (box) => ({ ...box, group }));
}

/** Which of both can be done: several that are not one group already become one, and what is in a group can leave it. */
export function grouping(boxes: readonly Box[], ids: readonly string[]): { group: boolean; ungroup: boolean } {
  const groups = boxes.filter(({ id }) => ids.includes(id)).map(({ group }) => group);
  const isOne = groups[0] !== undefined && groups.every((group) => group === groups[0]);
  return { group: groups.length > 1 && !isOne, ungroup: groups.some((group) => group !== undefined) };
}

export function ungrouped(boxes: readonly Box[], ids: readonly string[]): Box[] {
  return changed(boxes, ids, ({ group: _group, ...box }) => box);
}

/** Locked boxes stay where they are until they are unlocked; they can be selected in a list, not on the surface. */
export function withLock(boxes: readonly Box[], ids: readonly string[], lock: boolean): Box[] {
  return boxes.map((box) => (ids.includes(box.id) ? { ...box, locked: lock } : box));
}

/** Copies a step beside what they are copied from; groups are copied as groups of their own. */
export function copies(boxes: readonly Box[], newId: () => string, step = 16): { box: Box; of: string }[] {
  const groups = new Map<string, string>();
  return boxes.map((box) => {
    const { group } = box;
    if (group !== undefined && !groups.has(group)) groups.set(group, newId());
    return {
      of: box.id,
      box: {
        ...box,
        id: newId(),
        x: box.x + step,
        y: box.y + step,
        ...(group !== undefined && { group: groups.get(group)! }),
      },
    };
  });
}

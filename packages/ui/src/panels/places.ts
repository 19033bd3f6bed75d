/** Where a panel lies: columns and rows of the grid, from 0. */
export interface Place {
  id: string;
  x: number;
  y: number;
  w: number;
  h: number;
}

export const gridColumns = 24;

/** Puts a panel where it is wanted: the others go down as far as they must, then everything moves up where there is room. */
export function placed(places: readonly Place[], moved: Place, columns = gridColumns): Place[] {
  const own = within(moved, columns);
  const others = places.filter(({ id }) => id !== own.id);
  const order = places.some(({ id }) => id === own.id) ? places : [...places, own];
  return sameOrder(order, compacted(pushed(own, others), own.id));
}

export function within({ id, x, y, w, h }: Place, columns = gridColumns): Place {
  const width = Math.max(1, Math.min(columns, w));
  return { id, w: width, h: Math.max(1, h), x: Math.max(0, Math.min(columns - width, x)), y: Math.max(0, y) };
}

export function overlaps(a: Place, b: Place): boolean {
  return a.id !== b.id && a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

/** The moved one stays; whoever lies under it goes below it, and pushes those below in turn. */
function pushed(own: Place, others: readonly Place[]): Place[] {
  const done: Place[] = [own];
  for (const other of inOrder(others)) {
    let { y } = other;
    for (let hit = under(done, { ...other, y }); hit; hit = under(done, { ...other, y })) y = hit.y + hit.h;
    done.push({ ...other, y });
  }
  return done;
}

/** Everything as far up as it goes, in the order of the rows. Where two begin in one row, the moved one comes first. */
export function compacted(places: readonly Place[], first?: string): Place[] {
  const done: Place[] = [];
  for (const place of inOrder(places, first)) {
    let { y } = place;
    while (y > 0 && !under(done, { ...place, y: y - 1 })) y -= 1;
    for (let hit = under(done, { ...place, y }); hit; hit = under(done, { ...place, y })) y = hit.y + hit.h;
    done.push({ ...place, y });
  }
  return sameOrder(places, done);
}

function under(places: readonly Place[], place: Place): Place | undefined {
  return places.find((one) => overlaps(one, place));
}

function inOrder(places: readonly Place[], first?: string): Place[] {
  return places.toSorted((a, b) => a.y - b.y || Number(b.id === first) - Number(a.id === first) || a.x - b.x);
}

function sameOrder(places: readonly Place[], done: readonly Place[]): Place[] {
  const byId = new Map(done.map((place) => [place.id, place]));
  return places.map(({ id }) => byId.get(id)!);
}

/** For phones: one column, by row and column, or in an order of the author's own; what that does not name follows. */
export function phoneOrder(places: readonly Place[], own: readonly string[] = []): Place[] {
  const rank = new Map(own.map((id, at) => [id, at]));
  return places.toSorted(
    (a, b) => (rank.get(a.id) ?? own.length) - (rank.get(b.id) ?? own.length) || a.y - b.y || a.x - b.x,
  );
}

/** A place for a new panel: the first gap of its size, from the top. */
export function freePlace(places: readonly Place[], size: { w: number; h: number }, columns = gridColumns): Place {
  const bottom = places.reduce((most, { y, h }) => Math.max(most, y + h), 0);
  for (let y = 0; y <= bottom; y += 1)
    for (let x = 0; x + size.w <= columns; x += 1) {
      const place = { id: '', x, y, ...size };
      if (!places.some((one) => overlaps(one, place))) return place;
    }
  return { id: '', x: 0, y: bottom, ...size };
}

export function rowsOf(places: readonly Place[]): number {
  return places.reduce((most, { y, h }) => Math.max(most, y + h), 0);
}

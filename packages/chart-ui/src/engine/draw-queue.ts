/** A page of charts is drawn in slices between frames: drawn at once, 45 of them hold the page for seconds. */
const sliceMs = 10;

const waiting = new Map<Element, () => void>();
const inSight = new WeakSet<Element>();
let frame = 0;

const observer =
  typeof IntersectionObserver === 'undefined'
    ? undefined
    : new IntersectionObserver(
        (entries) => {
          for (const { target, isIntersecting } of entries) {
            if (isIntersecting) inSight.add(target);
            else inSight.delete(target);
          }
          schedule();
        },
        { rootMargin: '160px' },
      );

/** Lets a place take part: what is out of sight or has no size is drawn when it comes into sight. */
export function watchPlace(place: Element): () => void {
  observer?.observe(place);
  return () => {
    observer?.unobserve(place);
    waiting.delete(place);
  };
}

/** The latest drawing of a place takes the place of one that still waits. */
export function queueDrawing(place: Element, draw: () => void): void {
  waiting.set(place, draw);
  schedule();
}

function schedule(): void {
  if (frame === 0 && waiting.size > 0) frame = requestAnimationFrame(drawSlice);
}

function drawSlice(): void {
  frame = 0;
  const end = performance.now() + sliceMs;
  for (const [place, draw] of waiting) {
    if (!canBeDrawn(place)) continue;
    waiting.delete(place);
    draw();
    if (performance.now() >= end) break;
  }
  if ([...waiting.keys()].some(canBeDrawn)) schedule();
}

function canBeDrawn(place: Element): boolean {
  return inSight.has(place) && place.clientWidth > 0 && place.clientHeight > 0;
}

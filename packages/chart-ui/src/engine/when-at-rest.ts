const restMs = 120;

/** While something is dragged a chart keeps its size; it takes the new one when the movement has ended. */
export function whenAtRest(place: HTMLElement, run: () => void): () => void {
  let timer = 0;
  let seen = false;
  const observer = new ResizeObserver(() => {
    window.clearTimeout(timer);
    delete place.dataset.atRest;
    if (seen) timer = window.setTimeout(run, restMs);
    else run();
    seen = true;
  });
  observer.observe(place);
  return () => {
    observer.disconnect();
    window.clearTimeout(timer);
  };
}

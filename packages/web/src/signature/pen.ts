/** Paper is white and ink is black under every skin: the picture goes onto printed pages. */
export function blankPaper(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')!;
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return context;
}

/** Lets a pointer draw lines; the returned function takes the pen away. */
export function startPen(canvas: HTMLCanvasElement, onStroke: () => void): () => void {
  const context = Object.assign(blankPaper(canvas), {
    strokeStyle: 'black',
    lineWidth: 6,
    lineCap: 'round',
    lineJoin: 'round',
  } as const);
  let last: { x: number; y: number } | undefined;
  const at = (event: PointerEvent) => ({
    x: (event.offsetX / canvas.clientWidth) * canvas.width,
    y: (event.offsetY / canvas.clientHeight) * canvas.height,
  });
  const draw = (event: PointerEvent) => {
    if (!last) return;
    const next = at(event);
    context.beginPath();
    context.moveTo(last.x, last.y);
    context.lineTo(next.x, next.y);
    context.stroke();
    last = next;
    onStroke();
  };
  const down = (event: PointerEvent) => {
    canvas.setPointerCapture(event.pointerId);
    last = at(event);
    draw(event);
  };
  const up = () => {
    last = undefined;
  };
  const events = [
    ['pointerdown', down],
    ['pointermove', draw],
    ['pointerup', up],
    ['pointercancel', up],
  ] as const;
  for (const [name, listener] of events) canvas.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of events) canvas.removeEventListener(name, listener);
  };
}

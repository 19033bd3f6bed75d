import type { LineageGraph } from '@formwork/contract/assets/lineage.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { hueOfKind } from '../kind.tsx';
import {
  drawOverview,
  fitting,
  nodeAt,
  sceneOf,
  type Colours,
  type OverviewScene,
  type View,
} from './overview-drawing.ts';

/** The drawn picture reaches so far beyond what is seen, of its width and height on each side: that much can be moved without drawing. */
const beyond = 0.5;
const restMs = 120;
const [leastZoom, mostZoom] = [0.01, 2];

/** Thousands of assets at once: drawn as one picture, moved as one, and drawn anew when it comes to rest. */
export function LineageOverview({ graph, onOpen }: { graph: LineageGraph; onOpen: (asset: number) => void }) {
  const t = useT();
  const locale = useLocale();
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [hovered, setHovered] = useState('');
  const scene = useMemo(
    () =>
      sceneOf(
        graph,
        (node) => (node.hidden > 0 ? t('assets.hidden', { count: node.hidden }) : textIn(node.title, locale)),
        hueOfKind,
      ),
    [graph, t, locale],
  );
  const picture = useRef<Picture | undefined>(undefined);
  useEffect(() => {
    const own = new Picture(box.current!, canvas.current!, scene);
    picture.current = own;
    return () => own.stop();
  }, [scene]);

  const pressed = useRef<{ x: number; y: number; moved: boolean } | undefined>(undefined);
  const foundAt = (event: PointerEvent): number | undefined =>
    picture.current?.nodeAt(event.nativeEvent.offsetX, event.nativeEvent.offsetY);
  const onMove = (event: PointerEvent): void => {
    const from = pressed.current;
    if (!from) {
      const at = foundAt(event);
      setHovered(at === undefined ? '' : scene.titles[at]!);
      return;
    }
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    if (!from.moved && Math.hypot(x, y) < 4) return;
    pressed.current = { x: event.clientX, y: event.clientY, moved: true };
    picture.current?.move(x, y);
  };
  const onUp = (event: PointerEvent): void => {
    const moved = pressed.current?.moved ?? true;
    pressed.current = undefined;
    const at = moved ? undefined : foundAt(event);
    const asset = at === undefined ? null : graph.nodes[at]!.asset;
    if (asset !== null) onOpen(asset);
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key];
    if (step) picture.current?.move(step[0]!, step[1]!);
    else if (event.key === '+' || event.key === '=') picture.current?.zoomBy(1.25);
    else if (event.key === '-') picture.current?.zoomBy(0.8);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={box}
      className="asset-overview"
      role="application"
      aria-label={t('assets.lineage.overview', { count: graph.nodes.length })}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move the picture
      tabIndex={0}
      title={hovered}
      onKeyDown={onKey}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        pressed.current = { x: event.clientX, y: event.clientY, moved: false };
      }}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onPointerCancel={() => (pressed.current = undefined)}
    >
      <canvas ref={canvas} />
    </div>
  );
}

/** What is seen of a scene, and what of it is drawn. */
class Picture {
  private readonly box: HTMLElement;
  private readonly canvas: HTMLCanvasElement;
  private readonly scene: OverviewScene;
  private readonly watched: ResizeObserver;
  private readonly wheel: (event: WheelEvent) => void;
  private width = 0;
  private height = 0;
  private view: View | undefined;
  /** As it was drawn. */
  private drawn: View = { x: 0, y: 0, zoom: 1 };
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(box: HTMLElement, canvas: HTMLCanvasElement, scene: OverviewScene) {
    this.box = box;
    this.canvas = canvas;
    this.scene = scene;
    this.watched = new ResizeObserver(() => this.sized());
    this.watched.observe(box);
    this.wheel = (event) => {
      event.preventDefault();
      this.zoomBy(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
    };
    // React listens to wheels passively: those cannot keep the page from scrolling
    box.addEventListener('wheel', this.wheel, { passive: false });
  }

  stop(): void {
    this.watched.disconnect();
    this.box.removeEventListener('wheel', this.wheel);
    clearTimeout(this.rest);
  }

  move(x: number, y: number): void {
    if (!this.view) return;
    this.show({ ...this.view, x: this.view.x - x / this.view.zoom, y: this.view.y - y / this.view.zoom });
  }

  /** What lies at a place of the box stays there. */
  zoomBy(factor: number, x = this.width / 2, y = this.height / 2): void {
    if (!this.view) return;
    const zoom = Math.min(mostZoom, Math.max(leastZoom, this.view.zoom * factor));
    const [offX, offY] = [x - this.width / 2, y - this.height / 2];
    this.show({
      x: this.view.x + offX / this.view.zoom - offX / zoom,
      y: this.view.y + offY / this.view.zoom - offY / zoom,
      zoom,
    });
  }

  nodeAt(x: number, y: number): number | undefined {
    if (!this.view) return undefined;
    const { zoom } = this.view;
    return nodeAt(
      this.scene,
      this.view.x + (x - this.width / 2) / zoom,
      this.view.y + (y - this.height / 2) / zoom,
      2 / zoom,
    );
  }

  private sized(): void {
    const { clientWidth, clientHeight } = this.box;
    if (clientWidth === 0 || clientHeight === 0) return;
    [this.width, this.height] = [clientWidth, clientHeight];
    this.view ??= fitting(this.scene, clientWidth, clientHeight);
    this.draw();
  }

  private show(view: View): void {
    this.view = view;
    const { drawn } = this;
    const scale = view.zoom / drawn.zoom;
    const [x, y] = [(drawn.x - view.x) * view.zoom, (drawn.y - view.y) * view.zoom];
    this.canvas.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    // what has not been drawn yet would come into sight
    const isOut = Math.abs(x) > this.width * beyond * scale || Math.abs(y) > this.height * beyond * scale;
    clearTimeout(this.rest);
    if (isOut && scale > 0.5) this.draw();
    else this.rest = setTimeout(() => this.draw(), restMs);
  }

  private draw(): void {
    const context = this.canvas.getContext('2d');
    if (!context || !this.view) return;
    const [width, height] = [this.width * (1 + 2 * beyond), this.height * (1 + 2 * beyond)];
    const points = Math.min(2, window.devicePixelRatio || 1);
    this.canvas.width = Math.round(width * points);
    this.canvas.height = Math.round(height * points);
    Object.assign(this.canvas.style, {
      width: `${width}px`,
      height: `${height}px`,
      left: `${-this.width * beyond}px`,
      top: `${-this.height * beyond}px`,
      transform: 'none',
    });
    context.scale(points, points);
    this.drawn = this.view;
    drawOverview(context, this.scene, this.view, { width, height, colours: coloursOf(this.box) });
    this.canvas.dataset.drawn = String(this.scene.ids.length);
  }
}

/** As the skin has them now. */
function coloursOf(box: HTMLElement): Colours {
  const style = getComputedStyle(box);
  const valueOf = (name: string): string => style.getPropertyValue(name).trim();
  return {
    line: valueOf('--fw-text-3'),
    text: valueOf('--fw-text'),
    surface: valueOf('--fw-surface'),
    font: style.fontFamily,
    hues: Array.from({ length: 10 }, (_, at) => valueOf(`--fw-hue-${at + 1}`)),
  };
}

import type { ReactNode } from 'react';
import type { DesignerProblem } from '../designer/designer.tsx';
import type { CanvasEdge, CanvasNode } from './graph.ts';

/** What a node can be; the canvas knows nothing else about it. */
export interface CanvasNodeType {
  title: string;
  icon: ReactNode;
  /** 0-9, one of the skin's hues. */
  hue?: number;
  group?: string;
  /** Once in a graph: start. */
  single?: boolean;
  /** Cannot be deleted. */
  fixed?: boolean;
  noInput?: boolean;
  noOutput?: boolean;
  /** Not offered in the palette. */
  hidden?: boolean;
}

export interface CanvasSelection<D = unknown, E = unknown> {
  nodes: CanvasNode<D>[];
  edges: CanvasEdge<E>[];
}

export interface CanvasProblem extends DesignerProblem {
  node?: string | undefined;
  edge?: string | undefined;
}

export interface CanvasHistory {
  undo: () => void;
  redo: () => void;
  canUndo: boolean;
  canRedo: boolean;
}

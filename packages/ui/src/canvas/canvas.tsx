import {
  applyNodeChanges,
  Background,
  ConnectionLineType,
  MarkerType,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  type Connection,
  type EdgeChange,
  type NodeChange,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { useCallback, useEffect, useMemo, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { Designer } from '../designer/designer.tsx';
import { Palette } from '../frame/palette.tsx';
import { EmptyState } from '../feedback/state.tsx';
import { useUiText } from '../format/texts.ts';
import { usePhone } from '../skin/use-media.ts';
import { CanvasBar, fitOptions } from './canvas-bar.tsx';
import { routeTypes, type FlowEdge } from './canvas-edge.tsx';
import { cardTypes, type FlowNode } from './canvas-node.tsx';
import type { CanvasHistory, CanvasNodeType, CanvasProblem, CanvasSelection } from './canvas-types.ts';
import './canvas.css';
import {
  besideOthers,
  canJoin,
  insertedAfter,
  insertedOnEdge,
  newGraphId,
  nodeHeight,
  nodeWidth,
  wayBetween,
  withMoves,
  withoutItems,
  type CanvasGraph,
  type CanvasNode,
} from './graph.ts';
import { bringIntoView, keptEdges, keptRoutes, markerColor, routesOf, whereDrawn } from './drawing.ts';
import { laidOut } from './layout.ts';
import { tellZoomOfFinger } from './lifted-finger.ts';
import { distanceToRoute, type Route } from './route.ts';
import { useCanvasKeys } from './use-canvas-keys.ts';
import { useCanvasWords } from './use-canvas-words.ts';
import { SmallMap } from './small-map.tsx';
import { useDragging } from './use-dragging.ts';
import { useEscape } from './use-escape.ts';
import { useFit, useStart } from './use-fit.ts';
import { useHeld } from './use-held.ts';
import { useMoved } from './use-moved.ts';
import { useNodes } from './use-nodes.ts';
import { useSteady } from './use-steady.ts';

export interface CanvasProps<D, E> {
  label: string;
  /** Canvases of one kind paste from each other. */
  kind: string;
  graph: CanvasGraph<D, E>;
  /** Keep the object's identity between renders. */
  types: Readonly<Record<string, CanvasNodeType>>;
  /** Without it the canvas is read-only. */
  onChange?: (graph: CanvasGraph<D, E>) => void;
  /** What a new node of a type starts with. */
  create?: (type: string) => Partial<Omit<CanvasNode<D>, 'id' | 'type' | 'x' | 'y'>>;
  canConnect?: (source: CanvasNode<D>, target: CanvasNode<D>) => boolean;
  readOnly?: boolean;
  /** Edges say all they have to say where they are: nobody chooses one, and the Tab key passes them by. */
  plainEdges?: boolean;
  /** A line drawn from one node to another is told and not kept: on a read-only canvas too. */
  onConnect?: (source: string, target: string) => void;
  /** With nothing selected it shows what belongs to the whole graph, or null. */
  inspector?: (selection: CanvasSelection<D, E>) => ReactNode;
  /** From useUndoable, so that changes in the inspector undo too. */
  history?: CanvasHistory;
  onSave?: () => void;
  onSelect?: (selection: CanvasSelection<D, E>) => void;
  /** In its place: a node is told each time it is clicked or entered, and none stays chosen. */
  onPress?: (node: CanvasNode<D>) => void;
  problems?: readonly CanvasProblem[];
  /** Version bar above everything. */
  bar?: ReactNode;
  /** Starts with the map shown. */
  map?: boolean;
  /** With another value the view is fitted anew: another graph took the place of the one before. */
  fitFor?: string | number;
  /** Nodes that are seen first where the whole would be too small to be read. */
  startAt?: readonly string[];
  /** Node or edge that is selected at first. */
  startSelected?: string;
}

/** The one graph component: flows, orchestration, ETL, lineage. Below 768 px it only shows. */
export function Canvas<D = unknown, E = unknown>(props: CanvasProps<D, E>) {
  return (
    <ReactFlowProvider>
      <Surface {...props} />
    </ReactFlowProvider>
  );
}

const dragType = 'application/x-formwork-node';
const snapGrid: [number, number] = [4, 4];
const noNodes: readonly string[] = [];
const multiSelectionKeys = ['Meta', 'Control', 'Shift'];

function Surface<D, E>({
  label,
  kind,
  graph,
  types,
  onChange,
  create,
  canConnect,
  onConnect,
  readOnly,
  plainEdges = false,
  history,
  onSave,
  inspector,
  onSelect,
  onPress,
  problems,
  bar,
  map: mapFirst = true,
  fitFor,
  startAt = noNodes,
  startSelected,
}: CanvasProps<D, E>) {
  const text = useUiText();
  const flow = useReactFlow<FlowNode, FlowEdge>();
  const phone = usePhone();
  const editable = !!onChange && !readOnly && !phone;
  const connectable = editable || (!!onConnect && !phone);
  const root = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState(mapFirst);
  const [selected, setSelected] = useState<ReadonlySet<string>>(
    () => new Set(startSelected === undefined ? [] : [startSelected]),
  );
  const [overEdge, setOverEdge] = useState<string>();
  const { beginMove, endMove } = useMoved(root);
  const { noteKey, isByEscape } = useEscape();
  const [nodes, setNodes] = useNodes(graph, { types, problems, connectable, selected });
  const { dragging, beginDrag, endDrag, isGivenUp } = useDragging(() => setNodes((now) => whereDrawn(now, graph)));

  // while a node is dragged all ways are looked for anew, and few change
  const lastRoutes = useRef<ReadonlyMap<string, Route>>(new Map());
  const routes = useMemo(() => {
    const found = keptRoutes(routesOf(graph, nodes), lastRoutes.current);
    lastRoutes.current = found;
    return found;
  }, [graph, nodes]);
  const lastEdges = useRef<FlowEdge[]>([]);
  const pick = useCallback((id: string) => setSelected(new Set([id])), []);
  const edges: FlowEdge[] = useMemo(() => {
    const titles = new Map(graph.nodes.map((node) => [node.id, node.title || types[node.type]?.title]));
    const titleOf = (id: string) => titles.get(id) ?? '';
    const drawn = graph.edges.flatMap((edge): FlowEdge[] => {
      const route = routes.get(edge.id);
      if (!route) return [];
      return [
        {
          id: edge.id,
          type: 'route' as const,
          source: edge.source,
          target: edge.target,
          selected: selected.has(edge.id),
          markerEnd: {
            type: MarkerType.ArrowClosed,
            width: 16,
            height: 16,
            color: markerColor(selected.has(edge.id), edge.state),
          },
          ariaLabel: [`${titleOf(edge.source)} → ${titleOf(edge.target)}`, edge.label].filter(Boolean).join(', '),
          data: { edge, route, over: overEdge === edge.id, onPick: pick },
        },
      ];
    });
    return (lastEdges.current = keptEdges(drawn, lastEdges.current));
  }, [graph, types, routes, selected, overEdge, pick]);

  const chosen: CanvasSelection<D, E> = useMemo(
    () => ({
      nodes: graph.nodes.filter((node) => selected.has(node.id)),
      edges: graph.edges.filter((edge) => selected.has(edge.id)),
    }),
    [graph, selected],
  );
  const tellSelection = useRef(onSelect);
  tellSelection.current = (now) => {
    const [pressed] = now.nodes;
    if (!onPress) return onSelect?.(now);
    if (!pressed) return;
    onPress(pressed);
    setSelected(new Set());
  };
  // what belongs to it comes when it is let go: a panel that opens meanwhile takes frames, and room from below the hand
  const shown = useHeld(chosen, dragging);
  useEffect(() => tellSelection.current?.(shown), [shown]);

  const onNodesChange = useSteady((told: NodeChange<FlowNode>[]) => {
    const changes = told.filter((one) => !(one.type === 'position' && isGivenUp()) && !isByEscape(one));
    setNodes((now) => applyNodeChanges(changes, now));
    takeSelection(changes);
    const settled = changes.flatMap((change) =>
      change.type === 'position' && !change.dragging && change.position
        ? [[change.id, { x: Math.round(change.position.x), y: Math.round(change.position.y) }] as const]
        : [],
    );
    if (settled.length === 0 || !editable) return;
    const next = withMoves(graph, new Map(settled));
    if (next !== graph) onChange(next);
  });
  const takeSelection = useSteady((changes: (NodeChange<FlowNode> | EdgeChange<FlowEdge>)[]) => {
    const turns = changes.flatMap((one) => (one.type === 'select' && !isByEscape(one) ? [one] : []));
    if (turns.length === 0) return;
    setSelected((now) => {
      const next = new Set(now);
      for (const { id, selected: on } of turns)
        if (on) next.add(id);
        else next.delete(id);
      return next;
    });
  });

  const nodeOf = (id: string | null) => graph.nodes.find((node) => node.id === id);
  const mayConnect = useSteady(({ source, target }: { source: string | null; target: string | null }) => {
    const [from, to] = [nodeOf(source), nodeOf(target)];
    if (!from || !to || !canJoin(graph, from.id, to.id)) return false;
    if (types[from.type]?.noOutput || types[to.type]?.noInput) return false;
    return canConnect?.(from, to) ?? true;
  });
  const connect = useSteady(({ source, target }: Pick<Connection, 'source' | 'target'>) => {
    if (onConnect) return onConnect(source, target);
    const id = newGraphId();
    onChange?.({ ...graph, edges: [...graph.edges, { id, source, target }] });
    setSelected(new Set([id]));
  });

  const pair = wayBetween(graph, selected, mayConnect);

  const takes = useCallback(
    (type: string) => {
      const known = types[type];
      return !!known && !(known.single && graph.nodes.some((node) => node.type === type));
    },
    [types, graph.nodes],
  );
  const made = (type: string, x: number, y: number): CanvasNode<D> => ({
    title: types[type]!.title,
    ...create?.(type),
    id: newGraphId(),
    type,
    x: Math.round(x),
    y: Math.round(y),
  });
  const place = (next: CanvasGraph<D, E>, id: string) => {
    onChange?.(next);
    setSelected(new Set([id]));
    const node = next.nodes.find((one) => one.id === id);
    if (node) requestAnimationFrame(() => bringIntoView(root.current, flow, node));
  };
  /** From the palette by click or keyboard: after the one selected node, into the one selected edge, or in the middle. */
  const addByClick = useSteady((type: string) => {
    if (!editable || !takes(type)) return;
    const box = root.current!.querySelector('.fw-canvas')!.getBoundingClientRect();
    const middle = flow.screenToFlowPosition({ x: box.left + box.width / 2, y: box.top + box.height / 2 });
    const node = made(type, middle.x - nodeWidth / 2, middle.y - nodeHeight / 2);
    const [one] = chosen.nodes;
    const [edge] = chosen.edges;
    const follows = one && chosen.nodes.length === 1 && !types[one.type]?.noOutput && !types[type]!.noInput;
    if (follows) place(insertedAfter(graph, one.id, node, types[type]!.noOutput), node.id);
    else if (edge && !types[type]!.noInput && !types[type]!.noOutput)
      place(insertedOnEdge(graph, edge.id, node), node.id);
    else place({ ...graph, nodes: [...graph.nodes, besideOthers(graph, node)] }, node.id);
  });

  const edgeUnder = (event: DragEvent) => {
    const at = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
    return [...routes]
      .map(([id, route]) => ({ id, far: distanceToRoute(at, route.points) }))
      .filter((one) => one.far < 24)
      .toSorted((a, b) => a.far - b.far)[0]?.id;
  };
  const onDragOver = (event: DragEvent) => {
    if (!editable || !event.dataTransfer.types.includes(dragType)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOverEdge(edgeUnder(event));
  };
  const onDrop = (event: DragEvent) => {
    const type = event.dataTransfer.getData(dragType);
    setOverEdge(undefined);
    if (!editable || !takes(type)) return;
    event.preventDefault();
    const at = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
    const node = made(type, at.x - nodeWidth / 2, at.y - nodeHeight / 2);
    const edge = types[type]!.noInput || types[type]!.noOutput ? undefined : edgeUnder(event);
    place(edge ? insertedOnEdge(graph, edge, node) : { ...graph, nodes: [...graph.nodes, node] }, node.id);
  };

  const removable = new Set(
    [...selected].filter((id) => {
      const node = nodeOf(id);
      return !node || !types[node.type]?.fixed;
    }),
  );
  const remove = () => {
    if (!editable || removable.size === 0) return;
    onChange(withoutItems(graph, removable));
    setSelected(new Set());
  };
  const { copy, paste } = useCanvasKeys({
    root,
    kind,
    graph,
    selected,
    editable,
    takes,
    history,
    onSave,
    onDelete: remove,
    onSelectAll: () => setSelected(new Set(graph.nodes.map((node) => node.id))),
    onPaste: (part) => {
      onChange?.({
        nodes: [...graph.nodes, ...(part.nodes as CanvasNode<D>[])],
        edges: [...graph.edges, ...(part.edges as CanvasGraph<D, E>['edges'])],
      });
      setSelected(new Set(part.nodes.map((node) => node.id)));
    },
  });

  const jump = (problem: CanvasProblem) => {
    const edge = graph.edges.find((one) => one.id === problem.edge);
    const node = nodeOf(problem.node ?? edge?.source ?? null);
    setSelected(new Set([problem.node ?? problem.edge ?? '']));
    if (node)
      void flow.setCenter(node.x + nodeWidth / 2, node.y + nodeHeight / 2, {
        zoom: Math.max(0.8, flow.getZoom()),
        duration: 120,
      });
  };
  const words = useCanvasWords();
  const fitSoon = useFit(flow, graph.nodes, fitFor);
  useStart(flow, startAt);
  const layout = () => {
    onChange?.(laidOut(graph));
    fitSoon();
  };

  const entries = useMemo(
    () =>
      Object.entries(types)
        .filter(([, type]) => !type.hidden)
        .map(([id, type]) => ({
          id,
          title: type.title,
          icon: type.icon,
          hue: type.hue,
          group: type.group,
          words: id,
          disabled: !takes(id),
        })),
    [types, takes],
  );
  const makes = editable && !!create;
  // neither is drawn anew while a node is dragged
  const palette = useMemo(
    () =>
      makes && (
        <Palette
          entries={entries}
          onAdd={addByClick}
          entry={(entry, button) => (
            <div
              draggable={!entry.disabled}
              onDragStart={(event) => {
                event.dataTransfer.setData(dragType, entry.id);
                event.dataTransfer.effectAllowed = 'copy';
              }}
            >
              {button}
            </div>
          )}
        />
      ),
    [makes, entries, addByClick],
  );
  const side = useMemo(
    () => inspector && (inspector(shown) ?? <EmptyState small title={text('ui.canvas.nothing_selected')} />),
    [inspector, shown, text],
  );
  return (
    <Designer
      ref={root}
      tabIndex={-1}
      bar={bar}
      palette={palette}
      inspector={side}
      problems={editable ? problems : undefined}
      onProblem={jump}
      phoneNotice={!!onChange && !readOnly}
    >
      <div
        className="fw-canvas"
        data-dragging={dragging || undefined}
        onDragOver={onDragOver}
        onDragLeave={() => setOverEdge(undefined)}
        onDrop={onDrop}
        onKeyDownCapture={noteKey}
        onTouchEndCapture={tellZoomOfFinger}
        onTouchCancelCapture={tellZoomOfFinger}
        onPointerDownCapture={(event) => {
          if (!(event.target as Element).closest('button, .react-flow__node'))
            root.current?.focus({ preventScroll: true });
        }}
      >
        <ReactFlow<FlowNode, FlowEdge>
          aria-label={label}
          nodes={nodes}
          edges={edges}
          nodeTypes={cardTypes}
          edgeTypes={routeTypes}
          onNodesChange={onNodesChange}
          onEdgesChange={takeSelection}
          onNodeDragStart={beginDrag}
          onNodeDragStop={endDrag}
          onMoveStart={beginMove}
          onMoveEnd={endMove}
          onConnect={connect}
          isValidConnection={mayConnect}
          connectionLineType={ConnectionLineType.SmoothStep}
          nodesDraggable={editable}
          nodesConnectable={connectable}
          edgesFocusable={!plainEdges}
          deleteKeyCode={null}
          multiSelectionKeyCode={multiSelectionKeys}
          fitView
          fitViewOptions={fitOptions}
          minZoom={0.1}
          maxZoom={2}
          snapToGrid
          snapGrid={snapGrid}
          panOnScroll={!phone}
          attributionPosition="top-right"
          ariaLabelConfig={words}
        >
          <Background gap={20} size={1} />
          {map && !phone && graph.nodes.length > 6 && <SmallMap label={text('ui.canvas.map')} dragging={dragging} />}
          <Panel position="bottom-left">
            <CanvasBar
              editable={editable}
              history={history}
              onCopy={selected.size > 0 ? copy : undefined}
              onPaste={paste}
              onDelete={removable.size > 0 ? remove : undefined}
              onJoin={pair && (() => connect(pair))}
              onLayout={layout}
              map={map}
              onMap={phone ? undefined : () => setMap(!map)}
            />
          </Panel>
        </ReactFlow>
      </div>
    </Designer>
  );
}

import {
  closestCenter,
  DndContext,
  DragOverlay,
  KeyboardSensor,
  PointerSensor,
  pointerWithin,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
  type Active,
  type CollisionDetection,
  type DragOverEvent,
  type DragMoveEvent,
  type Over,
} from '@dnd-kit/core';
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import '../designer/designer.css';
import { indexOver, type ListLayout } from './drop-place.ts';
import { useUiText } from '../format/texts.ts';

/** Dragging for designers: from a palette into lists, inside a list, between lists; with the keyboard too. */

export interface Drop {
  /** Id of the source or of the list item. */
  id: string;
  /** What the source carried; undefined for an item of a list. */
  payload?: unknown;
  from?: string | undefined;
  to: string;
  /** Place in the list once the item has left its old one. */
  index: number;
}

type Dragged = { kind: 'source'; payload: unknown; title: string } | { kind: 'item'; list: string; title: string };
type Accepts = ((payload: unknown) => boolean) | undefined;
type Target =
  | { kind: 'item'; list: string; title: string; layout: ListLayout; accepts: Accepts }
  | { kind: 'list'; list: string; count: number; accepts: Accepts };

interface Hint {
  list: string;
  index: number;
}
const DragState = createContext<{ hint: Hint | undefined; dragging: string | undefined }>({
  hint: undefined,
  dragging: undefined,
});

export function DragArea({ onDrop, children }: { onDrop: (drop: Drop) => void; children: ReactNode }) {
  const text = useUiText();
  const [active, setActive] = useState<Active>();
  const [hint, setHint] = useState<Hint>();
  const sensors = useSensors(
    // a click is not a drag: the palette adds on click
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const track = ({ active: now, over }: DragMoveEvent | DragOverEvent) => {
    const next = over ? landing(now, over) : undefined;
    // inside its own list the items make room by themselves
    const shown =
      next && draggedOf(now).kind === 'item' && (draggedOf(now) as { list: string }).list === next.list
        ? undefined
        : next;
    setHint((before) => (before?.list === shown?.list && before?.index === shown?.index ? before : shown));
  };
  const end = () => {
    setActive(undefined);
    setHint(undefined);
  };
  const titleOf = (one: Active | Over | null) => (one?.data.current as { title?: string } | undefined)?.title ?? '';
  const state = useMemo(() => ({ hint, dragging: active && String(active.id) }), [hint, active]);
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={innermost}
      onDragStart={(event) => setActive(event.active)}
      onDragMove={track}
      onDragOver={track}
      onDragCancel={end}
      onDragEnd={({ active: now, over }) => {
        const to = over && landing(now, over);
        end();
        if (!to) return;
        const what = draggedOf(now);
        onDrop({
          id: String(now.id),
          ...(what.kind === 'source' && { payload: what.payload }),
          from: what.kind === 'item' ? what.list : undefined,
          to: to.list,
          index: to.index,
        });
      }}
      accessibility={{
        screenReaderInstructions: { draggable: text('ui.designer.instructions') },
        announcements: {
          onDragStart: ({ active: now }) => text('ui.designer.picked_up', { title: titleOf(now) }),
          onDragOver: ({ active: now, over }) =>
            over ? text('ui.designer.moved_over', { title: titleOf(now), over: titleOf(over) }) : undefined,
          onDragEnd: ({ active: now }) => text('ui.designer.dropped', { title: titleOf(now) }),
          onDragCancel: ({ active: now }) => text('ui.designer.cancelled', { title: titleOf(now) }),
        },
      }}
    >
      <DragState value={state}>{children}</DragState>
      <DragOverlay dropAnimation={null}>{active && <div className="fw-drag-ghost">{titleOf(active)}</div>}</DragOverlay>
    </DndContext>
  );
}

/** Something of the palette. Its own click and keys stay as they are: dragging is for the pointer only. */
export function DragSource({
  id,
  title,
  payload,
  children,
}: {
  id: string;
  title: string;
  payload: unknown;
  children: ReactNode;
}) {
  const { setNodeRef, listeners } = useDraggable({ id, data: { kind: 'source', payload, title } satisfies Dragged });
  return (
    <div
      ref={setNodeRef}
      onPointerDown={(event) => (listeners?.['onPointerDown'] as ((event: unknown) => void) | undefined)?.(event)}
    >
      {children}
    </div>
  );
}

export interface SortableListProps<T> {
  /** Name of the list in `Drop`. */
  list: string;
  items: readonly T[];
  itemId: (item: T) => string;
  itemTitle: (item: T) => string;
  render: (item: T) => ReactNode;
  layout?: ListLayout;
  /** Class of the list itself: a grid or a column. */
  className?: string;
  /** Class and attributes of an item's box, e.g. for items that take both columns. */
  itemProps?: (item: T) => { className?: string; 'data-wide'?: true | undefined };
  /** Refuses things of the palette; items of other lists come as undefined. */
  accepts?: (payload: unknown) => boolean;
  /** Shown while the list is empty. */
  empty?: ReactNode;
  disabled?: boolean;
}

export function SortableList<T>({
  list,
  items,
  itemId,
  itemTitle,
  render,
  layout = 'column',
  className = '',
  itemProps,
  accepts,
  empty,
  disabled = false,
}: SortableListProps<T>) {
  const { hint } = useContext(DragState);
  const { setNodeRef, isOver } = useDroppable({
    id: `list:${list}`,
    disabled,
    data: { kind: 'list', list, count: items.length, accepts } satisfies Target,
  });
  const ids = items.map(itemId);
  const line = hint?.list === list ? hint.index : undefined;
  return (
    <SortableContext
      id={list}
      items={ids}
      strategy={layout === 'grid' ? rectSortingStrategy : verticalListSortingStrategy}
      disabled={disabled}
    >
      <div
        ref={setNodeRef}
        className={`fw-drop-zone ${className}`}
        data-over={(isOver && items.length === 0) || undefined}
      >
        {items.map((item, at) => (
          <Item
            key={ids[at]}
            id={ids[at]!}
            list={list}
            title={itemTitle(item)}
            layout={layout}
            accepts={accepts}
            lineBefore={line === at}
            lineAfter={line === items.length && at === items.length - 1}
            {...itemProps?.(item)}
          >
            {render(item)}
          </Item>
        ))}
        {items.length === 0 && empty}
      </div>
    </SortableContext>
  );
}

const HandleRef = createContext<{ ref: (element: HTMLElement | null) => void; attributes: object } | undefined>(
  undefined,
);

function Item({
  id,
  list,
  title,
  layout,
  accepts,
  lineBefore,
  lineAfter,
  className = '',
  children,
  ...rest
}: {
  id: string;
  list: string;
  title: string;
  layout: ListLayout;
  accepts: Accepts;
  lineBefore: boolean;
  lineAfter: boolean;
  className?: string;
  'data-wide'?: true | undefined;
  children: ReactNode;
}) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    data: { kind: 'item', list, title, layout, accepts } satisfies Target,
  });
  const style = {
    transform: transform ? `translate3d(${Math.round(transform.x)}px, ${Math.round(transform.y)}px, 0)` : undefined,
    transition,
  };
  const handle = useMemo(() => ({ ref: setActivatorNodeRef, attributes }), [setActivatorNodeRef, attributes]);
  return (
    <div
      {...rest}
      {...listeners}
      ref={setNodeRef}
      className={`fw-sort-item ${className}`}
      style={style}
      data-dragging={isDragging || undefined}
      data-line={lineBefore ? 'before' : lineAfter ? 'after' : undefined}
      data-layout={layout}
    >
      <HandleRef value={handle}>{children}</HandleRef>
    </div>
  );
}

/** The keyboard's way to move an item: stands inside it, Space picks up. The pointer may drag the whole item. */
export function DragHandle({ title, children }: { title: string; children: ReactNode }) {
  const text = useUiText();
  const handle = useContext(HandleRef);
  return (
    <button
      type="button"
      {...handle?.attributes}
      ref={handle?.ref}
      className="fw-icon-button"
      aria-label={`${text('ui.designer.drag')}: ${title}`}
      title={text('ui.designer.drag')}
    >
      {children}
    </button>
  );
}

function draggedOf(active: Active): Dragged {
  return active.data.current as unknown as Dragged;
}

function landing(active: Active, over: Over): Hint | undefined {
  const what = draggedOf(active);
  const target = over.data.current as unknown as Target & { sortable?: { index: number } };
  const own = what.kind === 'item' && what.list === target.list;
  if (!own && target.accepts && !target.accepts(what.kind === 'source' ? what.payload : undefined)) return undefined;
  if (target.kind === 'list') return { list: target.list, index: target.count - (own ? 1 : 0) };
  const overIndex = target.sortable?.index ?? 0;
  if (own) return { list: target.list, index: overIndex };
  const rect = active.rect.current.translated;
  if (!rect) return undefined;
  return {
    list: target.list,
    index: indexOver(
      { x: rect.left + Math.min(40, rect.width / 2), y: rect.top + rect.height / 2 },
      over.rect,
      overIndex,
      target.layout,
    ),
  };
}

/** The smallest target under the pointer, so that a list inside an item wins; the nearest one for the keyboard. */
const innermost: CollisionDetection = (args) => {
  const under = pointerWithin(args);
  if (under.length === 0) return args.pointerCoordinates ? [] : closestCenter(args);
  const area = (id: string | number) => {
    const rect = args.droppableRects.get(id);
    return rect ? rect.width * rect.height : Infinity;
  };
  return under.toSorted((a, b) => area(a.id) - area(b.id));
};

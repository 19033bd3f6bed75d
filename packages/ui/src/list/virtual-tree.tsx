import { CaretRightOutlined } from '@ant-design/icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef, useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react';
import { dropWhere, type DropWhere } from './tree-drop.ts';
import './virtual-tree.css';

/** One line of a tree as it is shown: the caller keeps what is open and hands over the lines in order. */
export interface TreeLine<T> {
  id: string;
  /** From 1, as assistive technology counts. */
  level: number;
  /** Absent while it is being read: the line keeps its place. */
  node?: T;
  expandable: boolean;
  expanded: boolean;
  place: number;
  siblings: number;
}

export interface TreeDrop {
  dragged: string;
  target: string;
  where: DropWhere;
}

export interface VirtualTreeProps<T> {
  /** Read aloud as the name of the tree. */
  label: string;
  lines: readonly TreeLine<T>[];
  render: (node: T) => ReactNode;
  chosen?: string | undefined;
  onChoose: (id: string, node: T) => void;
  onToggle: (id: string) => void;
  /** Lines that are on the screen or near it: those without a node want to be read. */
  onShown?: (lines: readonly TreeLine<T>[]) => void;
  /** Lines can be dragged with it. */
  onDrop?: ((drop: TreeDrop) => void) | undefined;
  /** Comes into view when it is among the lines, and again when it changes. */
  reveal?: string | undefined;
  rowHeight?: number;
}

/** A tree of any size: only lines in view are in the page; arrow keys walk, open and close. */
export function VirtualTree<T>({
  label,
  lines,
  render,
  chosen,
  onChoose,
  onToggle,
  onShown,
  onDrop,
  reveal,
  rowHeight = 32,
}: VirtualTreeProps<T>) {
  const id = useId();
  const scroll = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<{ id: string; where: DropWhere }>();
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    getItemKey: (at) => lines[at]!.id,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => {
    onShown?.(lines.slice(first, last + 1));
  }, [lines, first, last, onShown]);

  const revealed = reveal === undefined ? -1 : lines.findIndex((line) => line.id === reveal && line.node !== undefined);
  const isThere = revealed >= 0;
  const place = useRef(revealed);
  place.current = revealed;
  useEffect(() => {
    if (!isThere) return;
    virtual.scrollToIndex(place.current, { align: 'auto' });
    setActive(place.current);
  }, [virtual, reveal, isThere]);

  const at = Math.min(active, lines.length - 1);
  const go = (to: number) => {
    const next = Math.max(0, Math.min(lines.length - 1, to));
    setActive(next);
    virtual.scrollToIndex(next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const line = lines[at];
    if (event.target !== event.currentTarget || !line) return;
    const page = Math.max(1, Math.floor(scroll.current!.clientHeight / rowHeight) - 1);
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: lines.length - 1,
    }[event.key];
    if (to !== undefined) go(to);
    else if (event.key === 'ArrowRight') {
      if (line.expandable && !line.expanded) onToggle(line.id);
      else if (line.expanded) go(at + 1);
    } else if (event.key === 'ArrowLeft') {
      if (line.expanded) onToggle(line.id);
      else go(lines.findLastIndex((above, index) => index < at && above.level < line.level));
    } else if ((event.key === 'Enter' || event.key === ' ') && line.node) onChoose(line.id, line.node);
    else return;
    event.preventDefault();
  };

  const onDragOver = (event: DragEvent<HTMLElement>, line: TreeLine<T>) => {
    if (dragged === undefined || dragged === line.id || !line.node) return;
    event.preventDefault();
    const box = event.currentTarget.getBoundingClientRect();
    const where = dropWhere(event.clientY - box.top, box.height, line.expanded);
    setOver((before) => (before?.id === line.id && before.where === where ? before : { id: line.id, where }));
  };
  const end = () => {
    setDragged(undefined);
    setOver(undefined);
  };

  return (
    <div
      ref={scroll}
      className="fw-tree"
      role="tree"
      aria-label={label}
      aria-activedescendant={lines.length > 0 ? `${id}-${at}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {items.map(({ index, key, start }) => {
          const line = lines[index]!;
          const { node } = line;
          return (
            <div
              key={key}
              id={`${id}-${index}`}
              className="fw-tree-line"
              role="treeitem"
              aria-level={line.level}
              aria-posinset={line.place}
              aria-setsize={line.siblings}
              aria-expanded={line.expandable ? line.expanded : undefined}
              aria-selected={line.id === chosen}
              aria-busy={node === undefined || undefined}
              data-active={index === at || undefined}
              data-drop={over?.id === line.id ? over.where : undefined}
              data-dragged={line.id === dragged || undefined}
              style={{
                height: rowHeight,
                transform: `translateY(${start}px)`,
                paddingInlineStart: 4 + (line.level - 1) * 16,
              }}
              draggable={onDrop !== undefined && node !== undefined}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move';
                event.dataTransfer.setData('text/plain', line.id);
                setDragged(line.id);
              }}
              onDragOver={(event) => onDragOver(event, line)}
              onDrop={(event) => {
                event.preventDefault();
                if (dragged !== undefined && over) onDrop?.({ dragged, target: over.id, where: over.where });
                end();
              }}
              onDragEnd={end}
              onClick={() => {
                setActive(index);
                if (node) onChoose(line.id, node);
              }}
            >
              {line.expandable ? (
                <span
                  className="fw-tree-caret"
                  data-open={line.expanded || undefined}
                  onClick={(event) => {
                    event.stopPropagation();
                    onToggle(line.id);
                  }}
                >
                  <CaretRightOutlined aria-hidden />
                </span>
              ) : (
                <span className="fw-tree-caret" />
              )}
              {node ? render(node) : <span className="fw-bone" />}
            </div>
          );
        })}
      </div>
    </div>
  );
}

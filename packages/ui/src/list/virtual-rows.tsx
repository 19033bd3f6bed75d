import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useImperativeHandle, useRef, type ReactNode, type Ref } from 'react';
import './virtual-rows.css';

export interface VirtualRowsHandle {
  /** Brings a row to the top of the view. */
  jumpTo(index: number): void;
}

export interface VirtualRowsProps {
  /** Read aloud as the name of the list. */
  label: string;
  count: number;
  rowHeight: number;
  render: (index: number) => ReactNode;
  /** First and last row on the screen or near it: what is not read yet wants to be. */
  onShown?: (first: number, last: number) => void;
  ref?: Ref<VirtualRowsHandle>;
}

/** Rows of one height, of which only those in view are in the page; one can jump anywhere. */
export function VirtualRows({ label, count, rowHeight, render, onShown, ref }: VirtualRowsProps) {
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    onShown?.(first, last);
  }, [onShown, first, last]);
  useImperativeHandle(ref, () => ({ jumpTo: (index) => virtual.scrollToIndex(index, { align: 'start' }) }), [virtual]);
  return (
    <div ref={scroll} className="fw-rows">
      <ul aria-label={label} style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => (
          <li
            key={index}
            aria-posinset={index + 1}
            aria-setsize={count}
            style={{ height: rowHeight, transform: `translateY(${start}px)` }}
          >
            {render(index)}
          </li>
        ))}
      </ul>
    </div>
  );
}

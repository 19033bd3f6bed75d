import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, type ReactNode } from 'react';
import type { DataListProps } from './data-list.tsx';
import { cellText, type ListColumn } from './list-columns.ts';
import { Cell, Opener } from './list-row.tsx';
import { MenuButton } from '../frame/menu.tsx';
import { useUiText } from '../format/texts.ts';
import { useEndReached } from './use-end-reached.ts';

/** The list on a phone: the first column is the title, those after it that have something to say are lines. */
export function ListCards<T>(props: DataListProps<T> & { more: ReactNode }) {
  const { rows, rowKey, label, more } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => 120,
    getItemKey: (at) => rowKey(rows[at]!),
    overscan: 6,
  });
  const items = virtual.getVirtualItems();
  useEndReached(items.at(-1)?.index ?? -1, props);
  return (
    <div ref={scroll} className="fw-list-scroll">
      <div role="list" aria-label={label} className="fw-cards" style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const row = rows[item.index]!;
          return (
            <div
              key={item.key}
              role="listitem"
              className="fw-card-slot"
              data-index={item.index}
              ref={virtual.measureElement}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {props.renderCard ? props.renderCard(row) : <AutomaticCard {...props} row={row} />}
            </div>
          );
        })}
      </div>
      {more}
    </div>
  );
}

function AutomaticCard<T>({
  columns,
  rowHref,
  onOpen,
  rowActions,
  rowTone,
  cardLines = 3,
  row,
}: DataListProps<T> & { row: T }) {
  const text = useUiText();
  const [first, ...rest] = columns;
  const actions = rowActions?.(row) ?? [];
  if (!first) return null;
  return (
    <article className="fw-card" data-tone={rowTone?.(row)}>
      <div className="fw-card-title">
        <Opener row={row} column={first} href={rowHref?.(row)} onOpen={onOpen} active />
        {actions.length > 0 && <MenuButton items={actions} label={text('ui.action.more')} align="end" />}
      </div>
      <dl>
        {rest
          .filter((column) => says(column, row))
          .slice(0, cardLines)
          .map((column) => [
            <dt key="title">{column.title}</dt>,
            <dd key="value" data-whole={column.whole}>
              <Cell column={column} row={row} />
            </dd>,
          ])}
      </dl>
    </article>
  );
}

/** A line with nothing in it is none. */
function says<T>(column: ListColumn<T>, row: T): boolean {
  if (!column.render) return cellText(column, row) !== '';
  const shown = column.render(row);
  return shown !== null && shown !== undefined && shown !== '' && shown !== '—';
}

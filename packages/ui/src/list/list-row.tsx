import { memo, useState, type CSSProperties, type MouseEvent, type ReactNode } from 'react';
import type { HueName } from '@formwork/contract/hues/hues.ts';
import { hueVariable } from '../skin/hues.ts';
import { Link } from '../frame/link.tsx';
import { cellText, type ListColumn } from './list-columns.ts';
import { MenuButton, type MenuAction } from '../frame/menu.tsx';
import { useUiText } from '../format/texts.ts';

/** `left`: it is gone, or fits the list no longer. */
export type Tone = 'error' | 'warning' | 'left';

export interface ListRowProps<T> {
  id: string;
  row: T;
  rowKey: string;
  index: number;
  start: number;
  height: number;
  columns: ListColumn<T>[];
  selectable: boolean;
  selected: boolean;
  active: boolean;
  frozen: number;
  href: string | undefined;
  onOpen: ((row: T) => void) | undefined;
  tone: Tone | undefined;
  hue: HueName | undefined;
  heading: ReactNode;
  onEditCell: ((row: T, column: ListColumn<T>, cell: HTMLElement) => void) | undefined;
  rowActions: ((row: T) => MenuAction[]) | undefined;
  /** How many actions stand as buttons; the others go to the menu. */
  inlineActions: number;
  /** Rows of many cells have their tools in the page under pointer or cursor alone; others have them there unseen. */
  sparing: boolean;
  onCheck: (index: number, range: boolean) => void;
  onActivate: (index: number) => void;
}

function Row<T>(props: ListRowProps<T>) {
  const {
    id,
    row,
    rowKey,
    index,
    start,
    height,
    columns,
    selectable,
    selected,
    active,
    frozen,
    tone,
    rowActions,
    onCheck,
    onActivate,
  } = props;
  const text = useUiText();
  const [near, setNear] = useState(false);
  const style: CSSProperties = {
    height,
    transform: `translateY(${start}px)`,
    ...(props.hue !== undefined && { '--hue': hueVariable(props.hue) }),
  };
  if (props.heading !== undefined && props.heading !== null) {
    return (
      <div
        id={id}
        role="row"
        className="fw-list-row fw-list-heading"
        style={style}
        aria-rowindex={index + 2}
        data-key={rowKey}
      >
        <div role="gridcell" className="fw-list-heading-line">
          {props.heading}
        </div>
      </div>
    );
  }
  const offset = selectable ? 1 : 0;
  return (
    <div
      id={id}
      role="row"
      className="fw-list-row"
      style={style}
      aria-rowindex={index + 2}
      aria-selected={selectable ? selected : undefined}
      data-active={active || undefined}
      data-tone={tone}
      data-hue={props.hue === undefined ? undefined : 'on'}
      data-key={rowKey}
      onMouseDown={() => onActivate(index)}
      onPointerEnter={rowActions && props.sparing && !near ? () => setNear(true) : undefined}
    >
      {selectable && (
        <label
          role="gridcell"
          aria-colindex={1}
          className="fw-list-cell fw-list-check"
          onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        >
          <input
            type="checkbox"
            className="fw-check"
            tabIndex={-1}
            checked={selected}
            aria-label={text('ui.list.select_row')}
            onChange={noop}
            onClick={(event: MouseEvent) => onCheck(index, event.shiftKey)}
          />
        </label>
      )}
      {columns.map((column, at) => (
        <div
          key={column.id}
          role={at === 0 ? 'rowheader' : 'gridcell'}
          aria-colindex={at + 1 + offset}
          className="fw-list-cell"
          data-align={column.align}
          data-frozen={at < frozen ? (at === frozen - 1 ? 'last' : 'yes') : undefined}
          style={at < frozen ? { left: `var(--left-${at})` } : undefined}
          onDoubleClick={props.onEditCell && ((event) => props.onEditCell?.(row, column, event.currentTarget))}
        >
          {at === 0 ? <Opener {...props} column={column} /> : <Cell column={column} row={row} />}
        </div>
      ))}
      {rowActions && (near || active || !props.sparing) && (
        <div role="gridcell" aria-colindex={columns.length + 1 + offset} className="fw-list-cell fw-list-actions">
          <span className="fw-row-tools">
            <RowActions actions={rowActions(row)} inline={props.inlineActions} active={active} />
          </span>
        </div>
      )}
    </div>
  );
}

export const ListRow = memo(Row) as typeof Row;

export function Cell<T>({ column, row }: { column: ListColumn<T>; row: T }) {
  const rendered = column.render ? column.render(row) : cellText(column, row);
  if (typeof rendered !== 'string' && typeof rendered !== 'number') return rendered;
  // a text by itself would break into lines that the row has no room for
  const shown = String(rendered);
  return (
    <span className="fw-list-cell-text" title={shown.length > 12 ? shown : undefined}>
      {shown}
    </span>
  );
}

/** The first cell: a real link where the row has an address, so that a middle click opens a tab. */
export function Opener<T>({
  row,
  column,
  href,
  onOpen,
  active,
}: Pick<ListRowProps<T>, 'row' | 'href' | 'onOpen' | 'active'> & { column: ListColumn<T> }) {
  const shown = column.render ? column.render(row) : cellText(column, row) || '—';
  const tabIndex = active ? 0 : -1;
  if (href)
    return (
      <Link className="fw-list-open" href={href} tabIndex={tabIndex} onClick={() => onOpen?.(row)}>
        {shown}
      </Link>
    );
  if (onOpen)
    return (
      <button type="button" className="fw-list-open" tabIndex={tabIndex} onClick={() => onOpen(row)}>
        {shown}
      </button>
    );
  return <Cell column={column} row={row} />;
}

function RowActions({ actions, inline, active }: { actions: MenuAction[]; inline: number; active: boolean }) {
  const text = useUiText();
  const tabIndex = active ? 0 : -1;
  const shown = actions.slice(0, inline);
  const rest = actions.slice(shown.length);
  return (
    <>
      {shown.map((action) => {
        const label = typeof action.title === 'string' ? action.title : undefined;
        const reason = action.disabled ? action.reason : undefined;
        const shared = {
          className: 'fw-icon-button',
          'aria-label': label,
          title: reason ? `${label}: ${reason}` : label,
          tabIndex,
          'data-danger': action.danger || undefined,
        };
        return action.href && !action.disabled ? (
          <Link key={action.id} {...shared} href={action.href}>
            {action.icon ?? action.title}
          </Link>
        ) : (
          <button key={action.id} type="button" {...shared} disabled={action.disabled} onClick={action.onSelect}>
            {action.icon ?? action.title}
          </button>
        );
      })}
      {rest.length > 0 && <MenuButton items={rest} label={text('ui.action.more')} align="end" tabIndex={tabIndex} />}
    </>
  );
}

function noop() {}

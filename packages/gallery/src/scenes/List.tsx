import { DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { hueNames } from '@formwork/contract/hues/hues.ts';
import { Person } from '@formwork/ui/format/avatar.tsx';
import { OptionPill } from '@formwork/ui/format/option-pill.tsx';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import type { Selection } from '@formwork/ui/list/list-selection.ts';
import type { SortBy } from '@formwork/ui/list/sorting.ts';
import { useMemo, useState } from 'react';

interface Order {
  id: string;
  name: string;
  by: string;
  hours: number;
}

const orders: Order[] = Array.from({ length: 200 }, (_empty, at) => ({
  id: String(at),
  name: `Work order ${at + 1}`,
  by: ['Li Na', '王强', 'Anna'][at % 3]!,
  hours: (at * 37) % 90,
}));

const wordColumns: ListColumn<Order>[] = [
  { id: 'name', title: 'What is wrong', width: 200, grow: true, sortable: true, value: ({ name }) => name },
  { id: 'by', title: 'Reported by', width: 140, render: ({ by }) => <Person name={by} size={20} /> },
  { id: 'hours', title: 'Hours it stood still', width: 96, align: 'end', sortable: true, value: ({ hours }) => hours },
];

/** A column for each hue: more than eight columns, so that tools are in the page under pointer and cursor alone. */
const columns: ListColumn<Order>[] = [
  ...wordColumns,
  ...hueNames
    .slice(0, 10)
    .map((hue) => ({ id: hue, title: hue, width: 88, render: () => <OptionPill hue={hue}>{hue}</OptionPill> })),
];

const tools = () => [
  { id: 'edit', title: 'Edit', icon: <EditOutlined /> },
  { id: 'delete', title: 'Delete', icon: <DeleteOutlined />, danger: true },
  { id: 'share', title: 'Share' },
];
const keyOf = ({ id }: Order) => id;
const footOf = ({ id }: { id: string }) => (id === 'name' ? `${orders.length} in all` : null);

/** Rows with tools, a head with one stop of the Tab key, a foot. */
export default function List() {
  const [selection, setSelection] = useState<Selection>(new Set(['2']));
  const [sort, setSort] = useState<SortBy[]>([]);
  const rows = useMemo(() => orders, []);
  return (
    <div className="gallery-list">
      <DataList
        label="Work orders"
        rows={rows}
        columns={columns}
        rowKey={keyOf}
        onOpen={() => undefined}
        rowActions={tools}
        selection={selection}
        onSelection={setSelection}
        sort={sort}
        onSort={setSort}
        columnMenu={() => [{ id: 'hide', title: 'Hide' }]}
        footer={footOf}
      />
    </div>
  );
}

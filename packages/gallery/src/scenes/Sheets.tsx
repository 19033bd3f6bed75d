import { Sheet } from '@formwork/ui/sheet/sheet.tsx';
import type { SheetColumn } from '@formwork/ui/sheet/sheet-columns.ts';
import { VirtualTree, type TreeLine } from '@formwork/ui/list/virtual-tree.tsx';
import { useState } from 'react';
import { Panel } from '../Panel.tsx';

interface Part {
  id: string;
  name: string;
  pieces: number | null;
}

const first: Part[] = [
  { id: 'a', name: 'Bearing 7014C', pieces: 2 },
  { id: 'b', name: 'Grease', pieces: 1 },
  { id: 'c', name: '', pieces: null },
];
const columns: SheetColumn<Part>[] = [
  { id: 'name', title: 'Part', width: 200, required: true },
  { id: 'pieces', title: 'Pieces', width: 96, align: 'end' },
];
const partId = ({ id }: Part) => id;
const problems = new Map([['c', { name: 'Fill this in' }]]);

const lines: TreeLine<string>[] = [
  { id: 'works', level: 1, node: 'Works', expandable: true, expanded: true, place: 1, siblings: 1 },
  { id: 'hall', level: 2, node: 'Hall 1', expandable: false, expanded: false, place: 1, siblings: 2 },
  { id: 'yard', level: 2, expandable: false, expanded: false, place: 2, siblings: 2 },
];

/** Rows that are edited like a sheet, one of them wrong, the same to be read alone; a tree with a line on its way. */
export default function Sheets() {
  const [rows, setRows] = useState(first);
  const [chosen, setChosen] = useState('hall');
  return (
    <div className="gallery-grid">
      <Panel name="A sheet">
        <Sheet
          label="Parts"
          rows={rows}
          columns={columns}
          rowId={partId}
          onChange={setRows}
          newRow={() => ({ id: crypto.randomUUID(), name: '', pieces: null })}
          canDelete
          problems={problems}
        />
      </Panel>
      <Panel name="To be read">
        <Sheet label="Parts to be read" rows={first} columns={columns} rowId={partId} readOnly />
      </Panel>
      <Panel name="A tree">
        <VirtualTree
          label="Places"
          lines={lines}
          render={(node) => node}
          chosen={chosen}
          onChoose={setChosen}
          onToggle={() => undefined}
        />
      </Panel>
    </div>
  );
}

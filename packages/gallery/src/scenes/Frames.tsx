import { AppstoreOutlined, CheckSquareOutlined, FormOutlined, PlayCircleOutlined } from '@ant-design/icons';
import { Canvas } from '@formwork/ui/canvas/canvas.tsx';
import { Designer, InspectorSection, InspectorTitle } from '@formwork/ui/designer/designer.tsx';
import { AppFace } from '@formwork/ui/format/app-face.tsx';
import { huesFor } from '@formwork/contract/hues/hues.ts';
import { CommandPalette } from '@formwork/ui/frame/command-palette.tsx';
import { MenuButton } from '@formwork/ui/frame/menu.tsx';
import { SideNavigation, type NavEntry } from '@formwork/ui/frame/navigation.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { Palette } from '@formwork/ui/frame/palette.tsx';
import { SplitView } from '@formwork/ui/frame/split-view.tsx';
import { Button } from 'antd';
import { useState } from 'react';
import { Panel } from '../Panel.tsx';

const nothing = () => undefined;

const entries: NavEntry[] = [
  { id: 'orders', title: 'Work orders', icon: <FormOutlined />, href: '#orders', count: 12 },
  { id: 'long', title: 'A name that is so long that it takes the second line', icon: <FormOutlined />, href: '#long' },
  {
    section: 'settings',
    title: 'Settings',
    closed: false,
    children: [{ id: 'menu', title: 'Menu', icon: <AppstoreOutlined />, href: '#menu' }],
  },
];

const graph = {
  nodes: [
    { id: 'start', type: 'start', title: 'Report', x: 0, y: 0, data: {} },
    { id: 'check', type: 'check', title: 'Manager approves', x: 0, y: 120, data: {} },
  ],
  edges: [{ id: 'e', source: 'start', target: 'check', data: {} }],
};
const types = {
  start: { title: 'Start', icon: <PlayCircleOutlined />, hue: 2 },
  check: { title: 'Approval', icon: <CheckSquareOutlined />, hue: 0 },
};

/** What stands around things: navigation, head of a page, menus, palettes, a designer and its graph. */
export default function Frames() {
  const [searching, setSearching] = useState(false);
  const [query, setQuery] = useState('');
  const face = <AppFace color={huesFor(false).teal.solid} title="Maintenance" size={24} />;
  const head = () => (
    <div className="fw-side-place">
      {face}
      <strong>Maintenance</strong>
    </div>
  );
  return (
    <div className="gallery-grid">
      <Panel name="Navigation" height={360}>
        <SideNavigation entries={entries} current="orders" folded={false} onFold={nothing} head={head} />
      </Panel>
      <Panel name="Head of a page" height={360}>
        <Page
          title="Work orders"
          note="changed 3 minutes ago"
          back="#back"
          tabs={[
            { id: 'all', title: 'All', count: 120 },
            { id: 'mine', title: 'Mine' },
          ]}
          tab="all"
          actions={
            <>
              <Button>Import</Button>
              <Button type="primary">New</Button>
            </>
          }
          footer={<Button type="primary">Save</Button>}
        >
          Content
        </Page>
      </Panel>
      <Panel name="Menus">
        <MenuButton
          label="More"
          items={[
            { heading: 'Record' },
            { id: 'open', title: 'Open', note: 'Enter' },
            { id: 'chosen', title: 'Chosen', checked: true },
            'line',
            { id: 'off', title: 'Share', disabled: true, reason: 'Only its owner may' },
            { id: 'delete', title: 'Delete', danger: true },
          ]}
        >
          More
        </MenuButton>
        <Button onClick={() => setSearching(true)}>Search</Button>
        <CommandPalette
          open={searching}
          onClose={() => setSearching(false)}
          query={query}
          onQuery={setQuery}
          groups={[
            {
              id: 'pages',
              title: 'Pages',
              items: [{ id: 'bench', title: 'Workbench', icon: <AppstoreOutlined />, onSelect: nothing }],
            },
          ]}
        />
      </Panel>
      <Panel name="Beside each other">
        <SplitView side={<div>Departments</div>}>
          <div>People</div>
        </SplitView>
      </Panel>
      <Panel name="A designer" height={420}>
        <Designer
          palette={
            <Palette
              columns={2}
              onAdd={nothing}
              entries={[
                { id: 'text', title: 'Text', icon: <FormOutlined />, hue: 0, group: 'Usual' },
                { id: 'off', title: 'Once', icon: <FormOutlined />, hue: 3, group: 'Usual', disabled: true },
              ]}
            />
          }
          inspector={
            <>
              <InspectorTitle icon={<FormOutlined />}>Text</InspectorTitle>
              <InspectorSection title="Look">Width</InspectorSection>
            </>
          }
          problems={[{ id: 'a', level: 'warning', message: 'No title', where: 'Text' }]}
          onProblem={nothing}
        >
          Canvas
        </Designer>
      </Panel>
      <Panel name="A graph" height={420}>
        <Canvas label="A graph" kind="example" graph={graph} types={types} readOnly />
      </Panel>
    </div>
  );
}

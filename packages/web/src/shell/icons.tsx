import {
  AppstoreOutlined,
  BuildOutlined,
  DashboardOutlined,
  DeleteOutlined,
  FileOutlined,
  FolderOutlined,
  FormOutlined,
  HomeOutlined,
  InboxOutlined,
  MessageOutlined,
  TeamOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { cloneElement, lazy, Suspense, type ReactElement, type ReactNode } from 'react';

/** Icons by the names that the manifest, applications, systems and entries of menus give them. */
export type IconSet = Readonly<Record<string, ReactElement<{ 'aria-hidden'?: boolean }>>>;

/** What the frame of an application shows as it begins. The others come a moment later, by the place where they are needed: every page would begin with all of them. */
export const firstIcons: IconSet = {
  home: <HomeOutlined />,
  workbench: <DashboardOutlined />,
  apps: <AppstoreOutlined />,
  form: <FormOutlined />,
  folder: <FolderOutlined />,
  design: <BuildOutlined />,
  store: <InboxOutlined />,
  people: <TeamOutlined />,
  me: <UserOutlined />,
  messages: <MessageOutlined />,
  recycle: <DeleteOutlined />,
};

const LaterIcon = {
  work: later(() => import('./icons/work.tsx')),
  administration: later(() => import('./icons/administration.tsx')),
  plant: later(() => import('./icons/plant.tsx')),
  signs: later(() => import('./icons/signs.tsx')),
};

/** What is in none of these lists is a sign. */
const setNames = {
  work: 'bell star chart place chat code flow layout rules shop enterprise newcomers menu',
  administration:
    'console organization posts roles transport logo theme watermark worktime data mail exchange systems phone release settings barcode robot security three review log server key support',
  plant:
    'tasks runs monitor explore assets quality lineage gateway devices twin plugin cloud alarm energy screen video aim history layers',
} as const;

/** Stands beside words that say it: read aloud it would only be a word of another language. */
export function navIcon(name: string): ReactNode {
  const first = firstIcons[name];
  if (first) return quiet(first);
  const Later = LaterIcon[setOf(name)];
  return (
    <Suspense fallback={quiet(<FileOutlined style={{ visibility: 'hidden' }} />)}>
      <Later name={name} />
    </Suspense>
  );
}

/** Where an icon is that does not come with the frame. */
export function setOf(name: string): keyof typeof LaterIcon {
  const lists = Object.entries(setNames) as [keyof typeof setNames, string][];
  return lists.find(([, names]) => names.split(' ').includes(name))?.[0] ?? 'signs';
}

function later(load: () => Promise<{ icons: IconSet }>) {
  return lazy(async () => {
    const { icons } = await load();
    return { default: ({ name }: { name: string }) => quiet(icons[name] ?? <FileOutlined />) };
  });
}

function quiet(icon: ReactElement<{ 'aria-hidden'?: boolean }>): ReactElement {
  return cloneElement(icon, { 'aria-hidden': true });
}

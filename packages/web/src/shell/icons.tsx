import {
  ApartmentOutlined, AppstoreOutlined, AuditOutlined, BuildOutlined, DashboardOutlined, FileOutlined, HomeOutlined, MessageOutlined, SettingOutlined,
  SolutionOutlined, TeamOutlined, UserOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';

/** Icons of navigation entries by the name in the manifest. */
const icons: Record<string, ReactNode> = {
  home: <HomeOutlined />,
  workbench: <DashboardOutlined />,
  apps: <AppstoreOutlined />,
  design: <BuildOutlined />,
  organization: <ApartmentOutlined />,
  roles: <SolutionOutlined />,
  people: <TeamOutlined />,
  log: <AuditOutlined />,
  messages: <MessageOutlined />,
  me: <UserOutlined />,
  settings: <SettingOutlined />,
};

export function navIcon(name: string): ReactNode {
  return icons[name] ?? <FileOutlined />;
}

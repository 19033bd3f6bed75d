import {
  ApartmentOutlined, AppstoreOutlined, AuditOutlined, BankOutlined, BgColorsOutlined, BuildOutlined, ClockCircleOutlined, ControlOutlined,
  DashboardOutlined, FileOutlined, FontColorsOutlined, HomeOutlined, IdcardOutlined, MessageOutlined, PictureOutlined, SafetyOutlined, SettingOutlined,
  SolutionOutlined, TeamOutlined, UserOutlined, UserSwitchOutlined,
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
  posts: <IdcardOutlined />,
  people: <TeamOutlined />,
  log: <AuditOutlined />,
  security: <SafetyOutlined />,
  review: <SafetyOutlined />,
  console: <ControlOutlined />,
  enterprise: <BankOutlined />,
  logo: <PictureOutlined />,
  theme: <BgColorsOutlined />,
  watermark: <FontColorsOutlined />,
  worktime: <ClockCircleOutlined />,
  three: <UserSwitchOutlined />,
  messages: <MessageOutlined />,
  me: <UserOutlined />,
  settings: <SettingOutlined />,
};

export function navIcon(name: string): ReactNode {
  return icons[name] ?? <FileOutlined />;
}

import {
  AlertOutlined, ApartmentOutlined, AppstoreOutlined, AuditOutlined, BankOutlined, BarChartOutlined, BellOutlined, BgColorsOutlined, BookOutlined, BuildOutlined, CalendarOutlined,
  CarOutlined, CheckSquareOutlined, ClockCircleOutlined, CloudOutlined, ClusterOutlined, ControlOutlined, DashboardOutlined, DatabaseOutlined, DeleteOutlined, DollarOutlined, EnvironmentOutlined,
  ExperimentOutlined, FileOutlined, FolderOutlined, FontColorsOutlined, FormOutlined, GlobalOutlined, HddOutlined, HomeOutlined, IdcardOutlined, InboxOutlined, LinkOutlined, MenuOutlined,
  MessageOutlined, MobileOutlined, PartitionOutlined, PictureOutlined, SafetyOutlined, SettingOutlined, ShopOutlined, ShoppingCartOutlined, SolutionOutlined, StarOutlined, TeamOutlined,
  ThunderboltOutlined, ToolOutlined, UserAddOutlined, UserOutlined, UserSwitchOutlined,
} from '@ant-design/icons';
import { cloneElement, type ReactElement, type ReactNode } from 'react';

/** Icons by the names that the manifest, applications, systems and entries of menus give them. */
const icons: Record<string, ReactElement<{ 'aria-hidden'?: boolean }>> = {
  home: <HomeOutlined />,
  workbench: <DashboardOutlined />,
  apps: <AppstoreOutlined />,
  form: <FormOutlined />,
  folder: <FolderOutlined />,
  link: <LinkOutlined />,
  design: <BuildOutlined />,
  tools: <ToolOutlined />,
  quality: <CheckSquareOutlined />,
  laboratory: <ExperimentOutlined />,
  energy: <ThunderboltOutlined />,
  alarm: <AlertOutlined />,
  store: <InboxOutlined />,
  purchase: <ShoppingCartOutlined />,
  sales: <ShopOutlined />,
  money: <DollarOutlined />,
  transport: <CarOutlined />,
  place: <EnvironmentOutlined />,
  calendar: <CalendarOutlined />,
  chart: <BarChartOutlined />,
  data: <DatabaseOutlined />,
  network: <ClusterOutlined />,
  cloud: <CloudOutlined />,
  devices: <HddOutlined />,
  web: <GlobalOutlined />,
  knowledge: <BookOutlined />,
  bell: <BellOutlined />,
  star: <StarOutlined />,
  organization: <ApartmentOutlined />,
  roles: <SolutionOutlined />,
  posts: <IdcardOutlined />,
  people: <TeamOutlined />,
  me: <UserOutlined />,
  messages: <MessageOutlined />,
  newcomers: <UserAddOutlined />,
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
  systems: <PartitionOutlined />,
  menu: <MenuOutlined />,
  phone: <MobileOutlined />,
  recycle: <DeleteOutlined />,
  settings: <SettingOutlined />,
};

/** What a person may choose; `review` looks like `security`. */
export const iconNames: readonly string[] = Object.keys(icons).filter((name) => name !== 'review');

/** Stands beside words that say it: read aloud it would only be a word of another language. */
export function navIcon(name: string): ReactNode {
  return cloneElement(icons[name] ?? <FileOutlined />, { 'aria-hidden': true });
}

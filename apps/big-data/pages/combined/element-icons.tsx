import {
  BarChartOutlined,
  BorderOuterOutlined,
  ClockCircleOutlined,
  FieldNumberOutlined,
  FieldTimeOutlined,
  FileImageOutlined,
  FilterOutlined,
  FontColorsOutlined,
  FontSizeOutlined,
  FullscreenOutlined,
  GlobalOutlined,
  OrderedListOutlined,
  SwapLeftOutlined,
  SwitcherOutlined,
  TableOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons';
import type { ScreenElementKind } from '@formwork/contract/analytics/screen.ts';
import type { ReactNode } from 'react';

export const elementIcons: Record<ScreenElementKind, ReactNode> = {
  title: <FontSizeOutlined />,
  text: <FontColorsOutlined />,
  marquee: <SwapLeftOutlined />,
  clock: <ClockCircleOutlined />,
  countdown: <FieldTimeOutlined />,
  chart: <BarChartOutlined />,
  digits: <FieldNumberOutlined />,
  rolling: <TableOutlined />,
  ranking: <OrderedListOutlined />,
  border: <BorderOuterOutlined />,
  picture: <FileImageOutlined />,
  video: <VideoCameraOutlined />,
  carousel: <SwitcherOutlined />,
  frame: <GlobalOutlined />,
  filter: <FilterOutlined />,
  fullscreen: <FullscreenOutlined />,
};

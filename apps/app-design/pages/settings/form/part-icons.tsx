import {
  BorderOuterOutlined,
  GlobalOutlined,
  InfoCircleOutlined,
  LineOutlined,
  SwitcherOutlined,
  TableOutlined,
  ThunderboltOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { PartKind } from './parts.ts';

export const partIcons = {
  section: <BorderOuterOutlined />,
  tabs: <SwitcherOutlined />,
  table: <TableOutlined />,
  divider: <LineOutlined />,
  remark: <InfoCircleOutlined />,
  button: <ThunderboltOutlined />,
  embed: <GlobalOutlined />,
} satisfies Record<PartKind, ReactNode>;

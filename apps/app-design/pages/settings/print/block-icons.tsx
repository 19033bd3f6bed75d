import {
  AppstoreOutlined,
  BarcodeOutlined,
  BorderHorizontalOutlined,
  ColumnHeightOutlined,
  FontSizeOutlined,
  InsertRowBelowOutlined,
  LineOutlined,
  PictureOutlined,
  ScissorOutlined,
  TableOutlined,
} from '@ant-design/icons';
import type { BlockKind } from '@formwork/contract/printing/template.ts';
import type { ReactNode } from 'react';

export const blockIcons = {
  text: <FontSizeOutlined />,
  fields: <AppstoreOutlined />,
  table: <TableOutlined />,
  picture: <PictureOutlined />,
  code: <BarcodeOutlined />,
  line: <LineOutlined />,
  space: <ColumnHeightOutlined />,
  break: <ScissorOutlined />,
  columns: <BorderHorizontalOutlined />,
  rows: <InsertRowBelowOutlined />,
} satisfies Record<BlockKind, ReactNode>;

import {
  BankOutlined,
  BarChartOutlined,
  BellOutlined,
  BranchesOutlined,
  CalculatorOutlined,
  CodeOutlined,
  CommentOutlined,
  EnvironmentOutlined,
  LayoutOutlined,
  MenuOutlined,
  ShoppingOutlined,
  StarOutlined,
  UserAddOutlined,
} from '@ant-design/icons';
import type { IconSet } from '../icons.tsx';

/** In the side navigation of whoever works, and in their first steps: loaded with the frame. */
export const icons: IconSet = {
  place: <EnvironmentOutlined />,
  chart: <BarChartOutlined />,
  bell: <BellOutlined />,
  star: <StarOutlined />,
  chat: <CommentOutlined />,
  code: <CodeOutlined />,
  flow: <BranchesOutlined />,
  layout: <LayoutOutlined />,
  rules: <CalculatorOutlined />,
  shop: <ShoppingOutlined />,
  enterprise: <BankOutlined />,
  newcomers: <UserAddOutlined />,
  menu: <MenuOutlined />,
};

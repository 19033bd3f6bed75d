import {
  ApartmentOutlined, BankOutlined, BarsOutlined, BgColorsOutlined, CalendarOutlined, CheckCircleOutlined, CheckSquareOutlined, ClockCircleOutlined, ColumnWidthOutlined, DownSquareOutlined, EnvironmentOutlined, FieldNumberOutlined, FieldTimeOutlined, FontSizeOutlined, FunctionOutlined, IdcardOutlined,
  LinkOutlined, MailOutlined, NumberOutlined, PaperClipOutlined, PayCircleOutlined, PercentageOutlined, PhoneOutlined, PlusSquareOutlined, StarOutlined, SwapOutlined, UnorderedListOutlined, UserOutlined,
} from '@ant-design/icons';
import { ScheduleOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { partIcons } from './part-icons.tsx';
import type { NewKind } from './parts.ts';

const icons = {
  ...partIcons,
  text: <FontSizeOutlined />, longText: <BarsOutlined />, number: <NumberOutlined />, money: <PayCircleOutlined />, percent: <PercentageOutlined />, date: <CalendarOutlined />, dateTime: <FieldTimeOutlined />, time: <ClockCircleOutlined />,
  singleSelect: <DownSquareOutlined />, multiSelect: <CheckSquareOutlined />, radio: <CheckCircleOutlined />, checkbox: <UnorderedListOutlined />, switch: <SwapOutlined />, member: <UserOutlined />, department: <ApartmentOutlined />, attachment: <PaperClipOutlined />, formula: <FunctionOutlined />, rollup: <PlusSquareOutlined />,
  autoNumber: <FieldNumberOutlined />, email: <MailOutlined />, phone: <PhoneOutlined />, url: <LinkOutlined />, rating: <StarOutlined />,
  identityNumber: <IdcardOutlined />, creditCode: <BankOutlined />, postalCode: <EnvironmentOutlined />, slider: <ColumnWidthOutlined />, colour: <BgColorsOutlined />,
  timeSlot: <ScheduleOutlined />,
} satisfies Record<NewKind, ReactNode>;

/** For the eye alone: the name stands beside it. */
export function typeIcon(kind: NewKind): ReactNode {
  return <span aria-hidden>{icons[kind]}</span>;
}

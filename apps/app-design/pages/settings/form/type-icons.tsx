import {
  ApartmentOutlined, BankOutlined, BarsOutlined, BgColorsOutlined, CalendarOutlined, CarryOutOutlined, CheckCircleOutlined, CheckSquareOutlined, ClockCircleOutlined, ColumnWidthOutlined, DownSquareOutlined, EnvironmentOutlined, EyeOutlined, FieldNumberOutlined, FieldTimeOutlined, FontSizeOutlined, ForkOutlined, FunctionOutlined, HomeOutlined, IdcardOutlined,
  LinkOutlined, MailOutlined, NodeExpandOutlined, NumberOutlined, PaperClipOutlined, PartitionOutlined, PayCircleOutlined, PercentageOutlined, PhoneOutlined, PlusSquareOutlined, ScheduleOutlined, SolutionOutlined, StarOutlined, SwapOutlined, TeamOutlined, UnorderedListOutlined, UserOutlined,
} from '@ant-design/icons';
import { AimOutlined, AlignLeftOutlined, CodeOutlined, DashboardOutlined, MergeCellsOutlined, PictureOutlined, QrcodeOutlined, SignatureOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { partIcons } from './part-icons.tsx';
import type { NewKind } from './parts.ts';

const icons = {
  ...partIcons,
  text: <FontSizeOutlined />, longText: <BarsOutlined />, number: <NumberOutlined />, money: <PayCircleOutlined />, percent: <PercentageOutlined />, date: <CalendarOutlined />, dateTime: <FieldTimeOutlined />, time: <ClockCircleOutlined />, dateRange: <CarryOutOutlined />,
  singleSelect: <DownSquareOutlined />, multiSelect: <CheckSquareOutlined />, radio: <CheckCircleOutlined />, checkbox: <UnorderedListOutlined />, cascade: <NodeExpandOutlined />, treeSelect: <PartitionOutlined />, switch: <SwapOutlined />, member: <UserOutlined />, department: <ApartmentOutlined />, post: <SolutionOutlined />, role: <TeamOutlined />, attachment: <PaperClipOutlined />, formula: <FunctionOutlined />, rollup: <PlusSquareOutlined />,
  autoNumber: <FieldNumberOutlined />, email: <MailOutlined />, phone: <PhoneOutlined />, address: <HomeOutlined />, url: <LinkOutlined />, rating: <StarOutlined />,
  identityNumber: <IdcardOutlined />, creditCode: <BankOutlined />, postalCode: <EnvironmentOutlined />, slider: <ColumnWidthOutlined />, colour: <BgColorsOutlined />,
  relation: <ForkOutlined />, lookup: <EyeOutlined />,
  timeSlot: <ScheduleOutlined />,
  concatenation: <MergeCellsOutlined />, richText: <AlignLeftOutlined />, location: <AimOutlined />, image: <PictureOutlined />, signature: <SignatureOutlined />, barcode: <QrcodeOutlined />, devicePoint: <DashboardOutlined />, json: <CodeOutlined />,
} satisfies Record<NewKind, ReactNode>;

/** For the eye alone: the name stands beside it. */
export function typeIcon(kind: NewKind): ReactNode {
  return <span aria-hidden>{icons[kind]}</span>;
}

import {
  ApiOutlined,
  AppstoreOutlined,
  BarChartOutlined,
  BranchesOutlined,
  ClusterOutlined,
  DashboardOutlined,
  DatabaseOutlined,
  EyeInvisibleOutlined,
  FileTextOutlined,
  FormOutlined,
  FundProjectionScreenOutlined,
  GlobalOutlined,
  HddOutlined,
  NodeIndexOutlined,
  PartitionOutlined,
  TableOutlined,
} from '@ant-design/icons';
import type { AssetRow, Sensitivity } from '@formwork/contract/assets/asset.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import type { CanvasNodeType } from '@formwork/ui/canvas/canvas-types.ts';
import { hasText, useT, type Translate } from '@formwork/web/i18n/i18n.ts';
import type { ReactNode } from 'react';

const icons: Readonly<Record<string, ReactNode>> = {
  form: <FormOutlined />,
  view: <TableOutlined />,
  chart: <BarChartOutlined />,
  dashboard: <DashboardOutlined />,
  screen: <FundProjectionScreenOutlined />,
  dataset: <HddOutlined />,
  table: <DatabaseOutlined />,
  file: <FileTextOutlined />,
  etl_task: <NodeIndexOutlined />,
  etl_flow: <PartitionOutlined />,
  gateway_api: <ApiOutlined />,
  rule: <BranchesOutlined />,
  orchestration: <ClusterOutlined />,
  product: <AppstoreOutlined />,
  external: <GlobalOutlined />,
  hidden: <EyeInvisibleOutlined />,
};

export function assetKindName(kind: string, t: Translate): string {
  const key = `assets.kind.${kind}`;
  return hasText(key) ? t(key) : kind;
}

export const nodeTypes: Readonly<Record<string, CanvasNodeType>> = Object.fromEntries(
  Object.entries(icons).map(([kind, icon], at) => [kind, { title: kind, icon, hue: at % 10 }]),
);

const kinds = Object.keys(icons);

/** The number of its hue, as on the canvas. */
export function hueOfKind(kind: string): number {
  return Math.max(0, kinds.indexOf(kind)) % 10;
}

export function AssetKind({ kind }: { kind: string }) {
  const t = useT();
  return (
    <span className="asset-kind">
      {icons[kind]} {assetKindName(kind, t)}
    </span>
  );
}

export function Certified({ of }: { of: Pick<AssetRow, 'certified'> }) {
  const t = useT();
  if (of.certified === 'none') return null;
  return (
    <StateTag tone={of.certified === 'certified' ? 'success' : 'warning'}>
      {t(`assets.certified.${of.certified}`)}
    </StateTag>
  );
}

const tones = {
  open: 'neutral',
  internal: 'neutral',
  confidential: 'warning',
  personal: 'warning',
  secret: 'error',
} as const;

export function SensitivityTag({ level }: { level: Sensitivity }) {
  const t = useT();
  return level === 'open' ? null : <StateTag tone={tones[level]}>{t(`assets.sensitivity.${level}`)}</StateTag>;
}

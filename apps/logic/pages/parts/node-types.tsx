import {
  ApiOutlined,
  BranchesOutlined,
  CodeOutlined,
  EditOutlined,
  FunctionOutlined,
  NodeIndexOutlined,
  PlayCircleOutlined,
  RetweetOutlined,
  StopOutlined,
  TableOutlined,
} from '@ant-design/icons';
import type { CanvasNodeType } from '@formwork/ui/canvas/canvas-types.ts';
import type { Translate } from '@formwork/web/i18n/i18n.ts';
import type { ReactNode } from 'react';
import { statementKinds } from './statements.ts';

const icons: Record<string, { icon: ReactNode; hue: number; group: string }> = {
  when: { icon: <BranchesOutlined />, hue: 1, group: 'judge' },
  match: { icon: <TableOutlined />, hue: 2, group: 'judge' },
  each: { icon: <RetweetOutlined />, hue: 3, group: 'judge' },
  let: { icon: <FunctionOutlined />, hue: 4, group: 'judge' },
  set: { icon: <EditOutlined />, hue: 5, group: 'do' },
  act: { icon: <ApiOutlined />, hue: 6, group: 'do' },
  run: { icon: <NodeIndexOutlined />, hue: 7, group: 'do' },
  script: { icon: <CodeOutlined />, hue: 8, group: 'do' },
  stop: { icon: <StopOutlined />, hue: 9, group: 'do' },
};

/** What a rule is drawn of. */
export function nodeTypes(t: Translate): Record<string, CanvasNodeType> {
  return {
    start: {
      title: t('rules.kind.start'),
      icon: <PlayCircleOutlined />,
      hue: 0,
      single: true,
      fixed: true,
      noInput: true,
      hidden: true,
    },
    ...Object.fromEntries(
      statementKinds.map((kind) => {
        const { icon, hue, group } = icons[kind]!;
        return [kind, { title: t(`rules.kind.${kind}`), icon, hue, group: t(`rules.group.${group}`) }];
      }),
    ),
  };
}

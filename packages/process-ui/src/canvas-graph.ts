import { textIn } from '@formwork/contract/text.ts';
import type { ExecutorRule, ProcessEdge, ProcessGraph, ProcessNode, Span } from '@formwork/contract/workflow/graph.ts';
import type { CanvasEdge, CanvasGraph, CanvasNode } from '@formwork/ui/canvas/graph.ts';
import type { Translate } from '@formwork/web/i18n/i18n.ts';

/** What the lines on a canvas need beside the graph itself. */
export interface Wording {
  t: Translate;
  locale: string;
  /** Names of people, roles and departments by id. */
  nameOf: (id: string) => string | undefined;
  /** Titles of the form's fields by id. */
  fieldTitle: (id: string) => string | undefined;
  /** A condition as it reads with titles. */
  condition: (text: string) => string;
}

export type ProcessCanvas = CanvasGraph<ProcessNode, ProcessEdge>;

/** A process graph as the canvas draws it. */
export function toCanvas(graph: ProcessGraph, wording: Wording): ProcessCanvas {
  return {
    nodes: graph.nodes.map((node) => canvasNode(node, graph, wording)),
    edges: graph.edges.map((edge) => canvasEdge(edge, wording)),
  };
}

export function canvasNode(node: ProcessNode, graph: ProcessGraph, wording: Wording): CanvasNode<ProcessNode> {
  return {
    id: node.id,
    type: node.kind,
    x: node.x,
    y: node.y,
    title: textIn(node.name, wording.locale) || wording.t(`workflow.node.${node.kind}`),
    line: lineOf(node, graph, wording),
    data: node,
  };
}

export function canvasEdge(edge: ProcessEdge, { t, locale, condition }: Wording): CanvasEdge<ProcessEdge> {
  const label =
    textIn(edge.name, locale) ||
    (edge.otherwise ? t('workflow.edge.otherwise') : edge.condition ? condition(edge.condition) : undefined);
  return { id: edge.id, source: edge.source, target: edge.target, label, data: edge };
}

/** One line that says what a node does: "Any of: equipment managers". */
function lineOf(node: ProcessNode, graph: ProcessGraph, wording: Wording): string | undefined {
  const { t } = wording;
  if (node.kind === 'approve' || node.kind === 'fill-in') {
    const who = rulesText(node.executors.rules, graph, wording);
    return who === '' ? t('workflow.line.no_executors') : t(`workflow.line.${node.signing.way}`, { who });
  }
  if (node.kind === 'cc') return rulesText(node.rules, graph, wording) || t('workflow.line.no_executors');
  if (node.kind === 'timer')
    return node.wait.by === 'span' ? spanText(node.wait.span, t) : wording.fieldTitle(node.wait.field);
  if (node.kind === 'automatic') return t(`workflow.automatic.${node.does.what}`);
  if (node.kind === 'foreign') return t('workflow.line.foreign', { type: node.type.replace('bpmn:', '') });
  if (node.kind === 'start')
    return graph.settings.starters.length > 0
      ? rulesText(graph.settings.starters, graph, wording)
      : t('workflow.line.anyone');
  return undefined;
}

/** A length of time as people say it. */
export function spanText({ minutes, working }: Span, t: Translate): string {
  const unit = minutes % 60 === 0 ? 'hours' : 'minutes';
  return t(`workflow.span.${working ? 'working_' : ''}${unit}`, { count: unit === 'hours' ? minutes / 60 : minutes });
}

export function rulesText(rules: readonly ExecutorRule[], graph: ProcessGraph, wording: Wording): string {
  return rules
    .map((rule) => ruleText(rule, graph, wording))
    .filter(Boolean)
    .join(wording.locale === 'zh-CN' ? '、' : ', ');
}

function ruleText(rule: ExecutorRule, graph: ProcessGraph, { t, locale, nameOf, fieldTitle }: Wording): string {
  switch (rule.by) {
    case 'persons':
      return rule.persons.map((id) => nameOf(id) ?? '…').join(locale === 'zh-CN' ? '、' : ', ');
    case 'role':
      return nameOf(rule.role) ?? t('workflow.rule.role');
    case 'post':
      return nameOf(rule.post) ?? t('workflow.rule.post');
    case 'department-head':
      return t('workflow.rule.head_of', { name: nameOf(rule.department) ?? '…' });
    case 'initiator-superior':
      return t('workflow.rule.superior', { levels: rule.levels });
    case 'member-field':
      return t('workflow.rule.field', { name: fieldTitle(rule.field) ?? '…' });
    case 'node':
      return t('workflow.rule.of_node', { name: textIn(graph.nodes.find(({ id }) => id === rule.node)?.name, locale) });
    case 'initiator-upper-head':
      return t('workflow.rule.upper_head', { levels: rule.levels });
    case 'initiator':
    case 'initiator-department-head':
    case 'previous':
      return t(`workflow.rule.${rule.by}`);
    default:
      return rule satisfies never;
  }
}

import type { Department } from '@formwork/contract/organization/api.ts';

export interface DepartmentNode {
  key: string;
  department: Department;
  children: DepartmentNode[];
}

/** Departments come with parents before their children, siblings in order. */
export function treeOf(departments: readonly Department[]): DepartmentNode[] {
  const nodes = new Map(departments.map((department) => [department.id, { key: department.id, department, children: [] as DepartmentNode[] }]));
  const top: DepartmentNode[] = [];
  for (const node of nodes.values()) (nodes.get(node.department.parentId ?? '')?.children ?? top).push(node);
  return top;
}

/**
 * Where a dropped department goes: inside another one, at its end, or beside it. `gap` counts the gaps between siblings
 * before the dragged one was taken out, as antd's tree does.
 */
export function placeOf(departments: readonly Department[], dragged: string, target: string, inside: boolean, gap: number): { parentId: string | null; position: number } {
  const over = departments.find(({ id }) => id === target);
  if (inside) return { parentId: target, position: departments.filter(({ parentId, id }) => parentId === target && id !== dragged).length };
  const siblings = departments.filter(({ parentId }) => parentId === (over?.parentId ?? null));
  const from = siblings.findIndex(({ id }) => id === dragged);
  return { parentId: over?.parentId ?? null, position: Math.max(0, from >= 0 && from < gap ? gap - 1 : gap) };
}

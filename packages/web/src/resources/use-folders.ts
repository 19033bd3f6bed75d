import { definitionsApi, type DefinitionFolder } from '@formwork/contract/definitions/api.ts';
import type { TreeLine } from '@formwork/ui/list/virtual-tree.tsx';
import { useQuery } from '@tanstack/react-query';
import { q } from '../http/query.ts';

const none: DefinitionFolder[] = [];

/** The folders of an area that one sees, and what one may do at its top. */
export function useFolders(area: string) {
  const reading = useQuery(q(definitionsApi.folders, { params: { area } }));
  return { reading, folders: reading.data?.folders ?? none, can: reading.data?.can ?? [] };
}

/** For a choice: each folder by the way to it. */
export function folderPaths(folders: readonly DefinitionFolder[]): { value: string; label: string }[] {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const pathOf = ({ parent, name }: DefinitionFolder): string => {
    const above = parent === null ? undefined : byId.get(parent);
    return above ? `${pathOf(above)} / ${name}` : name;
  };
  return folders
    .map((folder) => ({ value: folder.id, label: pathOf(folder) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
}

/** The tree as it is shown; a folder whose parent is not to be seen stands at the top. */
export function folderLines(
  folders: readonly DefinitionFolder[],
  closed: ReadonlySet<string>,
): TreeLine<DefinitionFolder>[] {
  const known = new Set(folders.map(({ id }) => id));
  const childrenOf = (parent: string | null) =>
    folders
      .filter((folder) => (folder.parent !== null && known.has(folder.parent) ? folder.parent : null) === parent)
      .toSorted((a, b) => a.position - b.position || a.name.localeCompare(b.name));
  const linesOf = (parent: string | null, level: number): TreeLine<DefinitionFolder>[] => {
    const siblings = childrenOf(parent);
    return siblings.flatMap((node, at) => {
      const below = childrenOf(node.id).length > 0;
      const expanded = below && !closed.has(node.id);
      const line = { id: node.id, level, node, expandable: below, expanded, place: at + 1, siblings: siblings.length };
      return expanded ? [line, ...linesOf(node.id, level + 1)] : [line];
    });
  };
  return linesOf(null, 1);
}

import { newId } from '../../platform/ids.ts';
import { record } from '../../platform/events.ts';
import type { OrganizationTx } from './change.ts';
import { lockTree, nextPosition, requireDepth } from './departments.ts';
import { wayTo } from './directory-index.ts';
import type { Directory } from './directory.ts';

/** Departments by their way from the top, posts by name; what a file names and is not there is made. */
export interface ImportPlaces {
  departmentAt(tx: OrganizationTx, before: Directory, path: readonly string[]): Promise<string>;
  postNamed(tx: OrganizationTx, name: string): Promise<string>;
}

export function importPlaces(directory: Directory): ImportPlaces {
  const departments = new Map([...directory.departments.values()].map(({ id }) => [keyOf(wayTo(directory, id).map(({ name }) => name)), id]));
  const posts = new Map([...directory.posts.values()].map(({ id, name }) => [name, id]));
  return {
    async departmentAt(tx, before, path) {
      let parentId: string | null = null;
      for (let level = 1; level <= path.length; level += 1) {
        const way = path.slice(0, level);
        const name = way.at(-1)!;
        let id = departments.get(keyOf(way));
        if (id === undefined) {
          requireDepth(before, null, level);
          id = newId();
          await lockTree(tx);
          await tx.tx.insertInto('organization.department').values({ space_id: tx.spaceId, id, parent_id: parentId, name, position: nextPosition(parentId) }).execute();
          await record(tx, 'organization.department.created', { id, name, parentId });
          tx.touch({ departments: [id] });
          departments.set(keyOf(way), id);
          tx.undo(() => departments.delete(keyOf(way)));
        }
        parentId = id;
      }
      return parentId!;
    },
    async postNamed(tx, name) {
      const known = posts.get(name);
      if (known !== undefined) return known;
      const id = newId();
      await tx.tx.insertInto('organization.post').values({ space_id: tx.spaceId, id, name, grade_id: null }).execute();
      await record(tx, 'organization.post.created', { id, name });
      tx.touch({ rest: true });
      posts.set(name, id);
      tx.undo(() => posts.delete(name));
      return id;
    },
  };
}

function keyOf(path: readonly string[]): string {
  return path.join('\n');
}

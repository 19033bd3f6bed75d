import { notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { record } from '../../../platform/events/events.ts';
import type { OrganizationTx } from '../change.ts';
import { requireInside } from '../delegated/limits.ts';
import { lockTree, nextPosition, requireDepth } from '../departments/departments.ts';
import { wayTo } from '../directory/directory-index.ts';
import type { Directory } from '../directory/directory.ts';

/** Departments by their way from the top, posts by name; what a file names and is not there is made. */
export interface ImportPlaces {
  departmentAt(tx: OrganizationTx, before: Directory, path: readonly string[]): Promise<string>;
  postNamed(tx: OrganizationTx, name: string): Promise<string>;
  /** The department that was there already, for one that the import made below it. */
  standingAbove(directory: Directory, id: string): string | null;
}

export function importPlaces(directory: Directory): ImportPlaces {
  const departments = new Map(
    [...directory.departments.values()].map(({ id }) => [keyOf(wayTo(directory, id).map(({ name }) => name)), id]),
  );
  const madeBelow = new Map<string, string | null>();
  const posts = new Map([...directory.posts.values()].map(({ id, name }) => [name, id]));
  const standing = (known: Directory, id: string): string | null => {
    let at: string | null = id;
    while (at !== null && !known.departments.has(at)) at = madeBelow.get(at) ?? null;
    return at;
  };
  return {
    standingAbove: standing,
    async departmentAt(tx, before, path) {
      let parentId: string | null = null;
      for (let level = 1; level <= path.length; level += 1) {
        const way = path.slice(0, level);
        const name = way.at(-1)!;
        let id = departments.get(keyOf(way));
        if (id === undefined) {
          requireInside(tx.care, parentId);
          const above = parentId === null ? null : standing(before, parentId);
          requireDepth(tx.care.whole, above, level - (above === null ? 0 : wayTo(before, above).length));
          id = newId();
          await lockTree(tx);
          await tx.tx
            .insertInto('organization.department')
            .values({ space_id: tx.spaceId, id, parent_id: parentId, name, position: nextPosition(parentId) })
            .execute();
          await record(tx, 'organization.department.created', { id, name, parentId });
          tx.touch({ departments: [id] });
          departments.set(keyOf(way), id);
          madeBelow.set(id, parentId);
          tx.undo(() => departments.delete(keyOf(way)));
        }
        parentId = id;
      }
      return parentId!;
    },
    async postNamed(tx, name) {
      const known = posts.get(name);
      if (known !== undefined) return known;
      // posts are the enterprise's
      if (tx.care.delegate) throw notFound('organization.post.not_found');
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

import type { DocumentLevel, DocumentNode } from '@formwork/contract/documents/api.ts';
import type { Ctx } from '../../platform/context.ts';
import { directoryOf } from '../organization/public.ts';

export interface NodeRow {
  id: string;
  app_id: string;
  parent_id: string | null;
  path: string[];
  kind: 'folder' | 'document';
  name: string;
  version: number;
  file_id: string | null;
  size: string | null;
  media_type: string | null;
  modified_by: string;
  modified_at: Date;
}

export const nodeColumns =
  'id, app_id, parent_id, path, kind, name, version, file_id, size, media_type, modified_by, modified_at';

/** How names are compared: no two in a folder that differ in case or width alone. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

export async function viewsOf(
  ctx: Ctx,
  rows: readonly NodeRow[],
  levelOf: (row: NodeRow) => DocumentLevel | null,
): Promise<DocumentNode[]> {
  const { people } = await directoryOf(ctx.platform, ctx.spaceId);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    parentId: row.parent_id,
    name: row.name,
    version: row.version,
    fileId: row.file_id,
    size: row.size === null ? null : Number(row.size),
    type: row.media_type,
    modifiedBy: people.get(row.modified_by)?.name ?? '',
    modifiedAt: row.modified_at.toISOString(),
    level: levelOf(row),
  }));
}

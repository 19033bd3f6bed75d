import type { Definition } from '@formwork/contract/definitions/api.ts';
import type { DefinitionLevel } from '@formwork/contract/definitions/level.ts';
import type { AnyDefinitionKind } from '../../platform/definition-kind.ts';
import type { DefinitionRow } from './tables.ts';

/** A row as it goes out, with what the caller may do. */
export function viewOf(row: Omit<DefinitionRow, 'draft'>, can: DefinitionLevel[]): Definition {
  return {
    kind: row.kind,
    id: row.id,
    appId: row.app_id,
    folder: row.folder,
    owner: row.owner,
    name: row.name,
    tags: row.tags,
    state: row.released === null ? 'draft' : row.released_version === row.version ? 'released' : 'changed',
    version: row.version,
    released: row.released,
    enabled: row.enabled,
    offBecause: row.off_because,
    savedBy: row.saved_by,
    savedAt: row.saved_at.toISOString(),
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    archivedAt: row.archived_at?.toISOString() ?? null,
    can,
  };
}

/** A stored body in the format of today. */
export function bodyOf<Body>(
  kind: Pick<AnyDefinitionKind, 'format' | 'migrate'>,
  stored: { body: unknown; format: number },
): Body {
  return (stored.format < kind.format ? kind.migrate(stored.body, stored.format) : stored.body) as Body;
}

/** The draft, in the format of today and put right. */
export function draftOf<Body>(
  kind: Pick<AnyDefinitionKind, 'format' | 'migrate' | 'settle'>,
  row: Pick<DefinitionRow, 'draft' | 'format'>,
): Body {
  return kind.settle(bodyOf(kind, { body: row.draft, format: row.format })) as Body;
}

import type { Connection } from '@formwork/contract/connections/api.ts';
import type { DefinitionLevel } from '@formwork/contract/definitions/level.ts';
import type { ConnectionRow } from './access.ts';

export function viewOf(row: ConnectionRow, can: DefinitionLevel[]): Connection {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    folder: row.folder,
    settings: row.settings as Record<string, unknown>,
    secrets: row.secrets,
    test: {
      state: row.state,
      at: row.tested_at?.toISOString() ?? null,
      code: row.test_code,
      data: row.test_data as Record<string, unknown>,
    },
    version: row.version,
    changedBy: row.changed_by,
    changedAt: row.changed_at.toISOString(),
    can,
  };
}

import { documentLevels, type DocumentLevel } from '@formwork/contract/documents/api.ts';

export function includesLevel(level: DocumentLevel | null | undefined, least: DocumentLevel): boolean {
  return level !== null && level !== undefined && documentLevels.indexOf(level) >= documentLevels.indexOf(least);
}

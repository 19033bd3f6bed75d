import { z } from 'zod';
import { RuleSubject } from '../forms/permission.ts';

/**
 * What one may do with a definition, each level with those before it: find and open it; run it, choose it as a source, embed
 * it; change its draft; release, switch, move and archive it and say who may do what.
 */
export const definitionLevels = ['see', 'use', 'edit', 'own'] as const;
export const DefinitionLevel = z.enum(definitionLevels);
export type DefinitionLevel = z.infer<typeof DefinitionLevel>;

/**
 * Who may do what with a definition, or with all in a folder and below it. Rules add up from the top folder down; a refusal
 * takes its level and those above it, and wins.
 */
export const AccessRule = z.object({
  subject: RuleSubject,
  /** Grants when left out. */
  effect: z.enum(['grant', 'refuse']).optional(),
  level: DefinitionLevel,
  /** Holds no longer from then on. */
  until: z.iso.datetime().optional(),
});
export type AccessRule = z.infer<typeof AccessRule>;

/** Everything that a level allows; nothing without one. */
export function levelsUpTo(level: DefinitionLevel | null): DefinitionLevel[] {
  return level === null ? [] : definitionLevels.slice(0, definitionLevels.indexOf(level) + 1);
}

export function includesLevel(level: DefinitionLevel | null, least: DefinitionLevel): boolean {
  return level !== null && definitionLevels.indexOf(level) >= definitionLevels.indexOf(least);
}

import type { ConnectionKindView } from '@formwork/contract/connections/api.ts';
import { z } from 'zod';
import type { AnyConnectionKind } from '../../platform/connection-kind.ts';
import { notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';

// one per platform: tests run several servers in a process
const registries = new WeakMap<Platform, Map<string, AnyConnectionKind>>();

/** The kinds of all modules, once per process. */
export function registerConnections(platform: Platform, kinds: readonly AnyConnectionKind[]): void {
  registries.set(platform, new Map(kinds.map((kind) => [kind.kind, kind])));
}

export function requireConnectionKind(platform: Platform, kind: string): AnyConnectionKind {
  const found = registries.get(platform)?.get(kind);
  if (!found) throw notFound('connections.kind.not_found', { kind });
  return found;
}

export function kindViews(platform: Platform): ConnectionKindView[] {
  return [...(registries.get(platform)?.values() ?? [])].map(({ kind, settings, secrets, target }) => ({
    kind,
    settings: schemaOf(settings),
    secrets: schemaOf(secrets),
    target: [...target],
  }));
}

function schemaOf(schema: z.ZodObject): Record<string, unknown> {
  return z.toJSONSchema(schema, { io: 'input' }) as Record<string, unknown>;
}

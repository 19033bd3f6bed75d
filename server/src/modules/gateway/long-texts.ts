import type { GatewayApi } from '@formwork/contract/gateway/definition.ts';
import { isSchemaKnown, rememberFailure } from '../../gateway/policies/schema.ts';
import { refuse } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { ThreadError, threadsOf, type ThreadLimits } from '../../platform/threads/threads.ts';
import type { LongTextWorks } from './long-texts-thread.ts';
import { readDescription, type ReadDescription } from './openapi-in.ts';
import { patched, servedDocument, type KeptDescription } from './openapi-out.ts';
import { findFailures, schemaTexts, type TellFailure } from './schemas.ts';

// A description of some megabytes takes seconds to be read, and as long again to be written with what was changed: in a thread, so that
// calls go on meanwhile. Short ones are read where they are, which takes less than to begin a thread.

/** So many characters of YAML are read, changed and read again in some 40 ms. */
const longText = 40_000;
/** The largest that come in, 7 MB, take some 700 MB and ten seconds, longer beside much else: a thread stands back. */
const limits: ThreadLimits = { most: 2, memoryMb: 1_024, ms: 120_000, idleMs: 60_000 };
const file = new URL('./long-texts-thread.ts', import.meta.url);

interface Asking {
  platform: Platform;
  /** Of a caller who may leave. */
  signal?: AbortSignal | undefined;
}

export async function readLong({ platform, signal }: Asking, text: string): Promise<ReadDescription> {
  if (text.length < longText) return readDescription(text);
  const read = await inThread(platform, (threads) => threads.ask('read', text, { signal }));
  // what is no schema was left out there
  for (const schema of schemaTexts(read.operations)) rememberFailure(schema, undefined);
  return read;
}

export function patchedLong({ platform, signal }: Asking, kept: KeptDescription, body: GatewayApi): Promise<string> {
  if (kept.body.length < longText) return Promise.resolve(patched(kept.body, kept.format, kept.operations, body));
  return inThread(platform, (threads) => threads.ask('patch', { kept, body }, { signal }));
}

/** As JSON. */
export function servedLong(
  { platform, signal }: Asking,
  name: string,
  body: GatewayApi,
  address: string,
  kept: KeptDescription | undefined,
): Promise<string> {
  if (!kept || kept.body.length < longText)
    return Promise.resolve(JSON.stringify(servedDocument(name, body, address, kept)));
  return inThread(platform, (threads) => threads.ask('serve', { name, body, address, kept }, { signal }));
}

/** Tells of each schema that is none; many that nobody has looked at yet are looked at in a thread. */
export async function findFailuresLong(
  platform: Platform,
  operations: GatewayApi['operations'],
  tell: TellFailure,
): Promise<void> {
  const schemas = [...new Set(schemaTexts(operations))].filter((text) => !isSchemaKnown(text));
  if (schemas.reduce((sum, { length }) => sum + length, 0) >= longText) {
    const failures = await inThread(platform, (threads) => threads.ask('failures', schemas));
    for (const [n, text] of schemas.entries()) rememberFailure(text, failures[n]);
  }
  await findFailures(operations, tell);
}

async function inThread<T>(
  platform: Platform,
  ask: (threads: ReturnType<typeof threadsOf<LongTextWorks>>) => Promise<T>,
): Promise<T> {
  try {
    return await ask(threadsOf<LongTextWorks>(platform, file, limits));
  } catch (error) {
    if (error instanceof ThreadError && error.why !== 'ended') throw refuse('gateway.document.too_much');
    throw error;
  }
}

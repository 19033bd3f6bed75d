import { addAbortSignal, PassThrough, Readable } from 'node:stream';
import type { SourceNode } from '@formwork/contract/etl/task.ts';
import { FileMissing } from '../../../../platform/files/files.ts';
import { newId } from '../../../../platform/ids.ts';
import type { OpenedFile } from '../../../connections/public.ts';
import { wholeFile, type FileShelf } from '../../endpoints/files.ts';
import { noteNode } from '../figures.ts';
import { isFetched, keptFiles, noteFile, type KeptBytes, type KeptFile } from './kept-sources.ts';
import type { TaskWork } from '../prepare.ts';

// A large file that lies elsewhere is fetched in parts of its bytes, and each is kept: a run that lost its process goes on behind the last one.

/** What an earlier try of the run had fetched of the files of a node. */
export interface FetchedBefore {
  names: Set<string>;
  before: number;
  bytesBefore: number;
}

/** So many are noted of a file: what is larger has larger parts. */
const mostParts = 256;

/** The files of a shelf, kept for a node as they come. */
export function keptFrom(work: TaskWork, node: SourceNode): (shelf: FileShelf) => FileShelf {
  return (shelf) => ({ ...shelf, open: (name) => new Fetching(work, node, name).open(shelf) });
}

/** What the log of a run says of them. */
export async function partsOf(work: TaskWork, node: SourceNode): Promise<Record<string, unknown>> {
  const files = await keptFiles(work, node);
  const parts = Object.values(files).reduce((sum, file) => sum + file.parts.length, 0);
  const { before = 0, bytesBefore = 0 } = work.fetched.get(node.id) ?? {};
  return parts === 0 ? {} : { parts, ...(before > 0 && { before, bytesBefore }) };
}

class Fetching {
  readonly #work: TaskWork;
  readonly #node: SourceNode;
  readonly #name: string;
  #parts: KeptBytes[] = [];

  constructor(work: TaskWork, node: SourceNode, name: string) {
    this.#work = work;
    this.#node = node;
    this.#name = name;
  }

  async open(shelf: FileShelf): Promise<OpenedFile> {
    const earlier = (await keptFiles(this.#work, this.#node))[this.#name];
    if (earlier) await this.#look(earlier);
    const bytes = bytesOf(this.#parts);
    if (earlier && isFetched({ ...earlier, parts: this.#parts })) {
      this.#tell();
      return wholeFile(() => Readable.from(this.#before()));
    }
    const found = await shelf.open(this.#name, earlier && bytes > 0 ? { ...earlier, bytes } : undefined);
    if (found.from < bytes) await this.#drop();
    this.#tell();
    const part = this.#work.ctx.platform.config.etlPartBytes;
    const { facts } = found;
    if (!facts || (found.from === 0 && facts.size < 2 * part)) return found;
    const each = Math.max(part, Math.ceil(facts.size / mostParts));
    return wholeFile(() => Readable.from(this.#all(found.content, facts, each)));
  }

  /** What is there of what was kept, up to the first that is not. */
  async #look({ parts, coming }: KeptFile): Promise<void> {
    const { files } = this.#work.ctx.platform;
    if (coming !== undefined) await files.remove(coming);
    for (const part of parts) {
      try {
        await files.size(part.key);
      } catch (error) {
        // a backup takes none of it along
        if (error instanceof FileMissing) return;
        throw error;
      }
      this.#parts.push(part);
    }
  }

  /** It is another file now, or its place cannot begin within it. */
  async #drop(): Promise<void> {
    await noteFile(this.#work, this.#node, this.#name, undefined);
    for (const { key } of this.#parts.splice(0)) await this.#work.ctx.platform.files.remove(key);
  }

  /** Read more than once in a try, as where it is looked at beforehand, it came before but the first time. */
  #tell(): void {
    const { fetched } = this.#work;
    const told = fetched.get(this.#node.id) ?? { names: new Set<string>(), before: 0, bytesBefore: 0 };
    fetched.set(this.#node.id, told);
    if (told.names.has(this.#name)) return;
    told.names.add(this.#name);
    told.before += this.#parts.length;
    told.bytesBefore += bytesOf(this.#parts);
  }

  async *#before(): AsyncGenerator<Buffer> {
    for (const { key } of this.#parts.slice()) yield* await this.#work.ctx.platform.files.open(key);
  }

  async *#all(open: OpenedFile['content'], facts: KeptFacts, each: number): AsyncGenerator<Buffer> {
    yield* this.#before();
    const { ctx, run, signal } = this.#work;
    await noteNode(ctx, run, this.#node.id, { part: 'source', state: 'running' });
    // what breaks when it was read to its end is nobody's to hear
    const content = addAbortSignal(signal, await open()).on('error', () => {});
    let coming: Coming | undefined;
    try {
      let isKept = true;
      for await (const chunk of content as AsyncIterable<Buffer>) {
        for (let rest = chunk; rest.length > 0;) {
          if (isKept) coming ??= await this.#begin(facts);
          const piece = coming ? rest.subarray(0, each - coming.bytes) : rest;
          await coming?.take(piece);
          yield piece;
          rest = rest.subarray(piece.length);
          if (coming?.bytes !== each) continue;
          isKept = await this.#end(coming, facts);
          coming = undefined;
        }
      }
      if (coming) await this.#end(coming, facts);
      coming = undefined;
    } finally {
      content.destroy();
      coming?.drop();
    }
  }

  async #begin(facts: KeptFacts): Promise<Coming> {
    const key = newId();
    // noted before it is there, so that nothing is left behind
    await noteFile(this.#work, this.#node, this.#name, { ...facts, parts: this.#parts, coming: key });
    return new Coming(this.#work, key);
  }

  async #end(coming: Coming, facts: KeptFacts): Promise<boolean> {
    const { ctx, run, signal, moved } = this.#work;
    try {
      await coming.end();
    } catch (error) {
      signal.throwIfAborted();
      // the run does without: fetched once more it is only slower
      ctx.platform.log.warn({ err: error, run, node: this.#node.id }, 'what came of a file was not kept');
      return false;
    }
    this.#parts.push({ key: coming.key, bytes: coming.bytes });
    await noteFile(this.#work, this.#node, this.#name, { ...facts, parts: this.#parts });
    await moved();
    return true;
  }
}

type KeptFacts = NonNullable<OpenedFile['facts']>;

/** A part on its way into the store. */
class Coming {
  readonly key: string;
  bytes = 0;
  readonly #through = new PassThrough();
  readonly #stored: Promise<unknown>;

  constructor({ ctx }: TaskWork, key: string) {
    this.key = key;
    this.#through.on('error', () => {});
    this.#stored = ctx.platform.files.put(this.#through, key);
    // who ends it is told; what comes until then is for nobody
    this.#stored.catch(() => this.#through.destroy());
  }

  async take(piece: Buffer): Promise<void> {
    this.bytes += piece.length;
    if (this.#through.destroyed) return;
    // told as well where the store takes no more of it
    await new Promise<void>((resolve) => void this.#through.write(piece, () => resolve()));
  }

  async end(): Promise<void> {
    this.#through.end();
    await this.#stored;
  }

  drop(): void {
    this.#through.destroy(new Error('the rest of it does not come'));
  }
}

const bytesOf = (parts: readonly KeptBytes[]): number => parts.reduce((sum, { bytes }) => sum + bytes, 0);

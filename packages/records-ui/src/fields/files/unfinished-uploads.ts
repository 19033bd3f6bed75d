import { kept } from '@formwork/ui/kept.ts';

/** An upload in parts that a reload or a closed browser cut off: choosing the same file again goes on with it. */
export interface Unfinished {
  id: string;
  /** The field of the record, by its address. */
  place: string;
  name: string;
  fingerprint: string;
  part: number;
  at: number;
}

const name = 'unfinished-uploads';
/** The server keeps them for two days. */
const keptMs = 2 * 86_400_000;

export function unfinishedAt(place: string): Unfinished[] {
  return all().filter((upload) => upload.place === place);
}

export function rememberUnfinished(upload: Unfinished): void {
  write([...all().filter(({ id }) => id !== upload.id), upload]);
}

export function forgetUnfinished(id: string): void {
  write(all().filter((upload) => upload.id !== id));
}

function write(uploads: Unfinished[]): void {
  if (uploads.length === 0) kept.remove(name);
  else kept.write(name, JSON.stringify(uploads.slice(-50)));
}

function all(): Unfinished[] {
  try {
    const uploads = JSON.parse(kept.read(name) ?? '[]') as Unfinished[];
    return uploads.filter(({ at }) => Date.now() - at < keptMs);
  } catch {
    return [];
  }
}

import { filesApi, partBytes, type FileView, type PartedUpload } from '@formwork/contract/files/api.ts';
import { isApiError } from './api-error.ts';
import { callWith } from './call.ts';
import { upload } from './upload.ts';

export interface PartsOptions {
  signal: AbortSignal;
  /** Part of the whole that is on the server, 0 to 1. */
  onProgress: (part: number) => void;
  onBegun: (upload: PartedUpload) => void;
}

/** Seconds between tries while the line is down. */
const waits = [1, 2, 4, 8, 15, 30];

/** What tells one chosen file from another, also after a reload. */
export function fingerprintOf({ name, size, lastModified }: File): string {
  return `${name}/${size}/${lastModified}`.slice(-500);
}

/** Sends a large file part by part. After a dropped line it goes on by itself, after a pause or a reload when it is called again with the same file. */
export async function uploadInParts(
  file: File,
  purpose: string,
  { signal, onProgress, onBegun }: PartsOptions,
): Promise<FileView> {
  const begin = () =>
    callWith(
      filesApi.beginUpload,
      { body: { name: file.name, size: file.size, fingerprint: fingerprintOf(file), purpose } },
      { signal },
    );
  let state = await steadily(begin, signal);
  onBegun(state);
  while (state.received < file.size) {
    const { id, received } = state;
    onProgress(received / file.size);
    const part = new File([file.slice(received, received + partBytes)], 'part');
    state = await steadily(
      () =>
        upload(filesApi.uploadPart, { params: { uploadId: id, at: received } }, [part], {
          signal,
          onProgress: (sent) => onProgress((received + sent * part.size) / file.size),
        }).catch((error: unknown) => {
          // an earlier try arrived although its answer did not: the server says where it stands
          if (isApiError(error) && error.code === 'files.upload.out_of_place') return begin();
          throw error;
        }),
      signal,
    );
  }
  onProgress(1);
  return callWith(filesApi.finishUpload, { params: { uploadId: state.id } }, { signal, timeout: 0 });
}

/** Tries again while the line or the server is down, not when the server refuses. */
async function steadily<T>(act: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await act();
    } catch (error) {
      const down =
        isApiError(error) &&
        (error.kind === 'network' || error.kind === 'timeout' || (error.status !== undefined && error.status >= 502));
      if (!down || tried >= 40) throw error;
      await pause(waits[Math.min(tried, waits.length - 1)]! * 1_000, signal);
    }
  }
}

/** Ends early when the device is online again, or when the person gives up. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}

import { filesApi, partBytes, type FileView } from '@formwork/contract/files/api.ts';
import { useRef, useState } from 'react';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { call, newCommandId } from '@formwork/web/http/call.ts';
import { errorText } from '@formwork/web/http/error-text.ts';
import { fingerprintOf, uploadInParts } from '@formwork/web/http/upload-in-parts.ts';
import { upload } from '@formwork/web/http/upload.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { forgetUnfinished, rememberUnfinished, unfinishedAt } from './unfinished-uploads.ts';

export interface Upload {
  key: string;
  name: string;
  /** 0 to 1. */
  part: number;
  /** `left`: cut off by a reload; the same file has to be chosen again. */
  state: 'sending' | 'paused' | 'failed' | 'left';
  problem?: string | undefined;
  /** Comes in parts, so that it can be paused. */
  large: boolean;
}

interface Running {
  file: File;
  stop: AbortController;
  uploadId?: string;
}

/** Sends chosen files one by one; large ones in parts, which a dropped line or a reload only interrupts. `place` names the field of the record. */
export function useUploads(place: string, onFile: (file: FileView) => void) {
  const t = useT();
  const [uploads, setUploads] = useState<Upload[]>(() =>
    unfinishedAt(place).map(({ id, name, part }) => ({ key: id, name, part, state: 'left', large: true })),
  );
  const running = useRef(new Map<string, Running>());
  const arrived = useRef(onFile);
  arrived.current = onFile;

  const change = (key: string, to: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...to } : one)));
  const forget = (key: string) => {
    running.current.delete(key);
    setUploads((all) => all.filter((one) => one.key !== key));
  };

  const run = async (key: string, file: File): Promise<void> => {
    const stop = new AbortController();
    const mine: Running = { file, stop };
    running.current.set(key, mine);
    change(key, { state: 'sending', problem: undefined });
    try {
      const sent =
        file.size > partBytes
          ? await inParts(key, mine)
          : await upload(filesApi.upload, { query: { purpose: 'attachment' } }, [file], {
              signal: stop.signal,
              onProgress: (part) => change(key, { part }),
            }).then(([only]) => only!);
      if (mine.uploadId) forgetUnfinished(mine.uploadId);
      forget(key);
      arrived.current(sent);
    } catch (error) {
      if (isApiError(error) && error.kind === 'cancelled') return;
      change(key, { state: 'failed', problem: errorText(error, t) });
    }
  };

  const inParts = (key: string, mine: Running): Promise<FileView> => {
    const remember = (part: number) =>
      mine.uploadId &&
      rememberUnfinished({
        id: mine.uploadId,
        place,
        name: mine.file.name,
        fingerprint: fingerprintOf(mine.file),
        part,
        at: Date.now(),
      });
    return uploadInParts(mine.file, 'attachment', {
      signal: mine.stop.signal,
      onBegun: ({ id, received, size }) => {
        mine.uploadId = id;
        // what a reload left behind is this one
        setUploads((all) => all.filter((one) => one.key === key || one.key !== id));
        remember(received / size);
      },
      onProgress: (part) => {
        change(key, { part });
        remember(part);
      },
    });
  };

  return {
    uploads,
    busy: uploads.some(({ state }) => state === 'sending'),
    send(files: File[]): void {
      const added = files.map((file) => ({ key: newCommandId(), file }));
      setUploads((all) => [
        ...all,
        ...added.map(({ key, file }) => ({
          key,
          name: file.name,
          part: 0,
          state: 'sending' as const,
          large: file.size > partBytes,
        })),
      ]);
      // one after the other: together they would only share the line
      void added.reduce((before, { key, file }) => before.then(() => run(key, file)), Promise.resolve());
    },
    pause(key: string): void {
      running.current.get(key)?.stop.abort();
      change(key, { state: 'paused' });
    },
    resume(key: string): void {
      const file = running.current.get(key)?.file;
      if (file) void run(key, file);
    },
    cancel(key: string): void {
      const mine = running.current.get(key);
      mine?.stop.abort();
      const uploadId = mine ? mine.uploadId : key;
      forget(key);
      if (uploadId === undefined) return;
      forgetUnfinished(uploadId);
      // what the server does not hear of it drops by itself
      void call(filesApi.dropUpload, { params: { uploadId } }).catch(() => undefined);
    },
  };
}

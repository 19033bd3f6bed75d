/** What is under way, for whoever waits: one line that is written over on a terminal, a line now and then elsewhere. */
export interface Progress {
  /** A new part of the work, told at once. */
  phase(text: string): void;
  /** How far it is. */
  at(text: string): void;
  /** A line that stays. */
  say(text: string): void;
}

const everyMs = 10_000;

export function openProgress(out: NodeJS.WriteStream = process.stderr, quiet = false): Progress {
  const began = Date.now();
  let last = 0;
  let open = false;
  const terminal = out.isTTY;
  const clock = (): string => {
    const seconds = Math.round((Date.now() - began) / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  };
  const close = (): void => {
    if (open) out.write('\n');
    open = false;
  };
  return {
    phase(text) {
      close();
      last = Date.now();
      if (!quiet) out.write(`${text}\n`);
    },
    at(text) {
      if (quiet || Date.now() - last < (terminal ? 200 : everyMs)) return;
      last = Date.now();
      out.write(terminal ? `\r\x1b[2K  ${text}   ${clock()}` : `  ${text}   ${clock()}\n`);
      open = terminal;
    },
    say(text) {
      close();
      out.write(`${text}\n`);
    },
  };
}

export function bytesText(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const step = bytes < 1024 ? 0 : Math.min(4, Math.floor(Math.log2(bytes) / 10));
  return `${step === 0 ? bytes : (bytes / 1024 ** step).toFixed(bytes / 1024 ** step < 10 ? 1 : 0)} ${units[step]}`;
}

export const countText = (count: number): string => count.toLocaleString('en-US');

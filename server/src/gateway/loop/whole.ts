import type { RefusalCode } from '@formwork/contract/gateway/refusals.ts';
import type { Header } from '../call.ts';
import type { Ask, Upstreams } from './upstream.ts';

/** An answer to its end, or why there is none. */
export type Whole =
  | { status: number; headers: readonly Header[]; body: Buffer; failure?: undefined }
  | { failure: RefusalCode; said: string };

/** Asks for an answer that is read as a whole, up to so many bytes. */
export function askWhole(
  upstreams: Upstreams,
  ask: Omit<Ask, 'upgrade'>,
  mostBytes: number,
): { answer: Promise<Whole>; abort(): void } {
  let abort = (): void => {};
  const answer = new Promise<Whole>((resolve) => {
    let head: { status: number; headers: readonly Header[] } | undefined;
    const pieces: Buffer[] = [];
    let bytes = 0;
    const exchange = upstreams.ask(
      { ...ask, upgrade: undefined },
      {
        onHead: ({ status, headers }) => {
          head = { status, headers };
        },
        onData(piece) {
          bytes += piece.length;
          if (bytes <= mostBytes) {
            // the connection's own buffer is used again
            pieces.push(Buffer.from(piece));
            return true;
          }
          exchange.abort();
          resolve({ failure: 'answer_too_large', said: `more than ${mostBytes} bytes` });
          return false;
        },
        onEnd: () => resolve({ ...head!, body: Buffer.concat(pieces) }),
        onUpgrade: (socket) => {
          socket.destroy();
          resolve({ failure: 'bad_answer', said: 'another protocol' });
        },
        onFail: (failure, said) => resolve({ failure, said }),
        onDrain: () => {},
      },
    );
    abort = () => {
      exchange.abort();
      resolve({ failure: 'unreachable', said: 'nobody waits for it' });
    };
  });
  return { answer, abort: () => abort() };
}

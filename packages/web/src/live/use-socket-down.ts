import { useEffect, useState } from 'react';
import { kept } from '@formwork/ui/kept.ts';
import { socketStatusKey } from './socket.ts';

/** A page that has just been opened, or a server that has just been started anew, is not down. */
const patienceMs = 5_000;

/** Whether nothing is heard any longer: the connection has been away for a while. */
export function useSocketDown(): boolean {
  const [down, setDown] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = (status: number) => {
      clearTimeout(timer);
      if (status === 1) setDown(false);
      else timer = setTimeout(() => setDown(true), patienceMs);
    };
    const heard = (event: Event) => take((event as CustomEvent<number>).detail);
    take(Number(kept.read(socketStatusKey) ?? 0));
    window.addEventListener('socketStatus', heard);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('socketStatus', heard);
    };
  }, []);
  return down;
}

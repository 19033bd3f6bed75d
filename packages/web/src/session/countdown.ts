import { useEffect, useState } from 'react';

/** Seconds that are left of a wait; `start(60)` begins one. */
export function useCountdown(): [left: number, start: (seconds: number) => void] {
  const [until, setUntil] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (until === 0) return;
    const tick = () => {
      const rest = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      setLeft(rest);
      if (rest === 0) setUntil(0);
    };
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [until]);
  return [left, (seconds) => setUntil(Date.now() + seconds * 1000)];
}

const waitingCodes = ['identity.session.locked', 'identity.session.address_locked', 'platform.too_many_requests'];

/** Seconds to wait, when that is what a refusal says. */
export function secondsToWait(error: unknown): number | undefined {
  const { code, data } = (error ?? {}) as { code?: string; data?: { secondsLeft?: unknown } };
  return waitingCodes.includes(code ?? '') && typeof data?.secondsLeft === 'number' ? data.secondsLeft : undefined;
}

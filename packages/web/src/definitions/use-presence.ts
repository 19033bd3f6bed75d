import { definitionsApi, type Presence } from '@formwork/contract/definitions/api.ts';
import { same } from '@formwork/contract/definitions/diff.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../http/call.ts';
import { useLive } from '../live/use-live.ts';

type Heard = Presence & { heard: number };
type PresenceMessage = Presence & { type: string; gone: boolean };

const saidMs = 20_000;
const forgottenMs = 60_000;
/** A selection that wanders says so no more often. */
const quietMs = 300;

/** Who else has the definition open; that one is here oneself is said again and again. */
export function usePresence(
  topic: string,
  { kind, id, client, first }: { kind: string; id: string; client: string; first: Presence[] },
): { here: Presence[]; lookAt: (at: string[]) => void } {
  const [all, setAll] = useState<Heard[]>(() => first.map((one) => ({ ...one, heard: Date.now() })));
  const at = useRef<string[]>([]);
  const soon = useRef<ReturnType<typeof setTimeout>>(undefined);
  const say = useCallback(
    (gone?: true) => {
      // nobody waits for it, and the next one makes up for one that is lost
      call(definitionsApi.present, {
        params: { kind, id },
        body: { client, at: at.current, ...(gone && { gone }) },
      }).catch(() => undefined);
    },
    [kind, id, client],
  );

  useLive<PresenceMessage>(topic, ({ type, client: from, person, at: place, gone }) => {
    if (type !== 'definition.present' || from === client) return;
    setAll((now) => {
      const others = now.filter((one) => one.client !== from && Date.now() - one.heard < forgottenMs);
      // in the order in which they came, so that each keeps their hue
      const known = now.findIndex((one) => one.client === from);
      if (gone) return others;
      const heard = { client: from, person, at: place, heard: Date.now() };
      return known < 0 ? [...others, heard] : others.toSpliced(known, 0, heard);
    });
  });
  useEffect(() => {
    say();
    const again = setInterval(() => {
      say();
      setAll((now) => (now.some(isForgotten) ? now.filter((one) => !isForgotten(one)) : now));
    }, saidMs);
    return () => {
      clearInterval(again);
      clearTimeout(soon.current);
      say(true);
    };
  }, [say]);

  const lookAt = useCallback(
    (place: string[]) => {
      if (same(place, at.current)) return;
      at.current = place;
      clearTimeout(soon.current);
      soon.current = setTimeout(say, quietMs);
    },
    [say],
  );
  return { here: all.filter((one) => one.client !== client).map(({ heard: _heard, ...one }) => one), lookAt };
}

function isForgotten({ heard }: Heard): boolean {
  return Date.now() - heard >= forgottenMs;
}

import { presenceSeconds, talkApi, type PresenceMessage } from '@formwork/contract/records/talk.ts';
import { call, newCommandId } from '@formwork/web/http/call.ts';
import { actingFor } from '@formwork/web/http/acting-for.ts';
import { useLive } from '@formwork/web/live/use-live.ts';
import { useMe } from '@formwork/web/session/session.ts';
import { useCallback, useEffect, useRef, useState } from 'react';

export interface Present {
  id: string;
  name: string;
  editing: boolean;
}

interface Heard extends Present {
  page: string;
  at: number;
}

/** Whoever else has the record open. Pages say so themselves, again and again; a page that says nothing any more is forgotten. */
export function usePresence(formId: string, recordId: string, editing: boolean): Present[] {
  const me = useMe();
  const [page] = useState(newCommandId);
  const [heard, setHeard] = useState<Heard[]>([]);
  const state = useRef({ editing });
  state.current = { editing };

  const say = useCallback(
    (how: { hello?: boolean; gone?: boolean }) => {
      // an agent may have no sight of the record in their own name
      if (actingFor() !== undefined) return;
      // who is not heard is simply not shown
      void call(talkApi.present, {
        params: { formId, recordId },
        body: { page, editing: state.current.editing, hello: how.hello === true, ...(how.gone && { gone: true }) },
      }).catch(() => undefined);
    },
    [formId, recordId, page],
  );

  useLive(`record:${formId}/${recordId}`, (message) => {
    const { type, page: from, person, editing: writes, hello } = message as unknown as PresenceMessage;
    if ((type !== 'record.present' && type !== 'record.absent') || from === page) return;
    setHeard((now) => [
      ...now.filter((one) => one.page !== from),
      ...(type === 'record.present'
        ? [{ page: from, id: person.id, name: person.name, editing: writes, at: Date.now() }]
        : []),
    ]);
    if (type === 'record.present' && hello) say({});
  });

  useEffect(() => {
    say({ hello: true });
    const beat = setInterval(
      () => {
        if (document.visibilityState === 'visible') say({});
        setHeard((now) => now.filter(({ at }) => Date.now() - at < presenceSeconds * 1000));
      },
      (presenceSeconds * 1000) / 3,
    );
    return () => {
      clearInterval(beat);
      setHeard([]);
      say({ gone: true });
    };
  }, [say]);

  const first = useRef(true);
  useEffect(() => {
    if (!first.current) say({});
    first.current = false;
  }, [editing, say]);

  const others = new Map<string, Present>();
  for (const { id, name, editing: writes } of heard)
    if (id !== me.id) others.set(id, { id, name, editing: writes || others.get(id)?.editing === true });
  return [...others.values()];
}

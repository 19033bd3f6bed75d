import { organizationApi } from '@formwork/contract/organization/api.ts';
import { Person } from '@formwork/ui/format/avatar.tsx';
import { Mentions } from 'antd';
import { useRef, useState } from 'react';
import { call } from '../http/call.ts';

export interface Mentioned {
  id: string;
  name: string;
}

interface Props {
  label: string;
  placeholder: string;
  text: string;
  maxLength: number;
  /** Whom the text may mention so far; what of it still stands there `mentionsIn` says. */
  mentioned: readonly Mentioned[];
  error?: string | undefined;
  errorId?: string;
  onText: (text: string) => void;
  onMentioned: (mentioned: Mentioned[]) => void;
  onSend?: () => void;
}

/** A text in which an @ finds people. Ctrl-Enter sends. */
export function MentionInput({
  label,
  placeholder,
  text,
  maxLength,
  mentioned,
  error,
  errorId,
  onText,
  onMentioned,
  onSend,
}: Props) {
  const { found, look } = usePeopleSearch();
  return (
    <Mentions
      value={text}
      maxLength={maxLength}
      autoSize={{ minRows: 2, maxRows: 8 }}
      placeholder={placeholder}
      aria-label={label}
      aria-describedby={error === undefined ? undefined : errorId}
      status={error === undefined ? '' : 'error'}
      filterOption={false}
      options={found.map(({ id: person, name, note }) => ({
        key: person,
        value: name,
        person,
        label: <Person name={name} note={note} />,
      }))}
      onSearch={look}
      onSelect={(option) => {
        // people may share a name: the option carries the id beside it
        const { person, value } = option as typeof option & { person: string };
        onMentioned([...mentioned.filter((one) => one.id !== person), { id: person, name: value ?? '' }]);
      }}
      onChange={(next) => {
        onText(next);
        // what was dictated, pasted or chosen from an input method comes without a key
        const sought = /@([^@\s]*)$/.exec(next)?.[1];
        if (sought !== undefined) look(sought);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend?.();
      }}
    />
  );
}

/** Whom the text still mentions, now that it is written. */
export function mentionsIn(text: string, mentioned: readonly Mentioned[]): string[] {
  return mentioned.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id);
}

/** People whose name, pinyin or login begins as what is typed behind the @. */
function usePeopleSearch() {
  const [found, setFound] = useState<(Mentioned & { note: string })[]>([]);
  const asked = useRef<string>(undefined);
  const look = (search: string) => {
    if (asked.current === search) return;
    asked.current = search;
    void call(organizationApi.pickPeople, { query: { limit: 8, ...(search !== '' && { search }) } }).then(
      (people) => {
        // answers may overtake each other
        if (asked.current === search)
          setFound(
            people
              .filter(({ disabled }) => !disabled)
              .map(({ id, name, department, login }) => ({ id, name, note: department ?? login })),
          );
      },
      () => {
        setFound([]);
        if (asked.current === search) asked.current = undefined;
      },
    );
  };
  return { found, look };
}

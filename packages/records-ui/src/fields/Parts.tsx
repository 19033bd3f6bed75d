import type { HTMLAttributes } from 'react';

/** Several inputs of one field: it is left when all of them are, so that nobody is told of what they are about to fill in. */
export function Parts(props: HTMLAttributes<HTMLDivElement>) {
  return (
    <div
      {...props}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) event.stopPropagation();
      }}
    />
  );
}
